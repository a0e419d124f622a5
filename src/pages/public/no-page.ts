import type { Request, Response } from 'express';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { dictionaries } from '../../words/languages.ts';
import { sendMessage } from './site.tsx';

export function sendNoPage(
  request: Request,
  response: Response,
  what: 'noPage' | 'noPass' | 'noCoupon' | 'noCard' | 'noDirectory' | 'noUnsubscribing' = 'noPage',
): void {
  const language = pageLanguage(request);
  const words = dictionaries[language].messages;
  sendMessage(response, { status: 404, language }, words.notFound, words[what]);
}
