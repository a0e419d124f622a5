import type { Request, Response } from 'express';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { dictionaries } from '../../words/languages.ts';
import { sendMessage } from '../public/site.tsx';

/** Says, in the language of the visitor, that there is no coupon or loyalty card at an address. */
export function sendNothing(request: Request, response: Response, what: 'coupon' | 'card'): void {
  const language = pageLanguage(request);
  const { none } = { coupon: dictionaries[language].ticket, card: dictionaries[language].card }[what];
  sendMessage(response, { status: 404, language }, dictionaries[language].offerPage.notFound, none);
}
