import type { Request, Response } from 'express';
import { pageLanguage } from '../offer/page-language.ts';
import { messageWords } from './message-words.ts';
import { sendMessage } from './site.tsx';

export function sendNoPage(
  request: Request,
  response: Response,
  what: 'noPage' | 'noPass' | 'noCoupon' | 'noCard' | 'noDirectory' | 'noUnsubscribing' = 'noPage',
): void {
  const language = pageLanguage(request);
  const words = messageWords[language];
  sendMessage(response, { status: 404, language }, words.notFound, words[what]);
}
