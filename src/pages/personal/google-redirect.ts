import type { Request, Response } from 'express';
import type { Services } from '../../api/context.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { findGoogleClient } from '../../wallets/google/google-client.ts';
import { googleLink } from '../../wallets/google-pass/google-link.ts';
import type { Saveable } from '../../wallets/pass/pass-subject.ts';
import { dictionaries } from '../../words/languages.ts';
import { sendNoPage } from '../public/no-page.ts';
import { sendMessage } from '../public/site.tsx';

const busySeconds = 60;

/** If the account is connected to Google Wallet, redirects to Google Wallet, which adds the pass. */
export async function redirectToGoogle(
  services: Services,
  shown: Saveable,
  request: Request,
  response: Response,
): Promise<void> {
  const { database, publicUrl, log } = services;
  const { accountId } = 'coupon' in shown ? shown.coupon : shown.card;
  const client = await findGoogleClient(database, services, accountId);
  if (!client) return sendNoPage(request, response, 'noPass');
  const made = await googleLink(database, client, { shown, publicUrl });
  if ('link' in made) return response.redirect(302, made.link);
  const { problem } = made;
  if ('reason' in problem) log.warn({ integration: client.integration.id, ...problem }, 'Google made no pass');
  if (problem.outcome === 'GONE') sendNoPage(request, response, 'noPass');
  else sendProblem(request, response, problem.outcome);
}

function sendProblem(request: Request, response: Response, outcome: string): void {
  const language = pageLanguage(request);
  const { google } = dictionaries[language].messages;
  const known = outcome === 'CAPTURED' || outcome === 'DEFERRED' ? outcome : 'REFUSED';
  const status = { CAPTURED: 200, DEFERRED: 503, REFUSED: 502 }[known];
  if (status === 503) response.set('Retry-After', String(busySeconds));
  sendMessage(response, { status, language }, ...google[known]);
}
