import type { Request, Response } from 'express';
import { offerWords } from '../offer/offer-words.ts';
import { pageLanguage } from '../offer/page-language.ts';
import { sendMessage } from '../public/site.tsx';
import { cardWords } from './card-words.ts';
import { ticketWords } from './ticket-words.ts';

/** Says, in the language of the visitor, that there is no coupon or loyalty card at an address. */
export function sendNothing(request: Request, response: Response, what: 'coupon' | 'card'): void {
  const language = pageLanguage(request);
  const { none } = { coupon: ticketWords, card: cardWords }[what][language];
  sendMessage(response, { status: 404, language }, offerWords[language].notFound, none);
}
