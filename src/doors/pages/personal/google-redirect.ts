import type { Response } from 'express';
import type { Services } from '../../../kernel/api/context.ts';
import { findGoogleClient } from '../../../wallets/google/google-client.ts';
import { googleLink } from '../../../wallets/google-pass/google-link.ts';
import type { Saveable } from '../../../wallets/pass/pass-issue.ts';
import { sendMessage } from '../public/site.ts';

const busySeconds = 60;

/** Leads to Google Wallet, which adds the pass of a session or a loyalty user, if the account is connected with it. */
export async function redirectToGoogle(services: Services, shown: Saveable, response: Response): Promise<void> {
  const { database, publicUrl, log } = services;
  const { accountId } = 'coupon' in shown ? shown.coupon : shown.card;
  const client = await findGoogleClient(database, services, accountId);
  if (!client) return sendMessage(response, 404, 'Not found', 'There is no pass at this address.');
  const made = await googleLink(database, client, { shown, publicUrl });
  if ('link' in made) return response.redirect(302, made.link);
  const { refusal } = made;
  if ('reason' in refusal) log.warn({ integration: client.integration.id, ...refusal }, 'Google made no pass');
  sendRefusal(response, refusal.outcome);
}

/** The status and the texts of the pages that say why there is no pass. */
const refusals: Record<string, [status: number, title: string, text: string]> = {
  CAPTURED: [200, 'No real pass', 'This account only tries Google Wallet out, so it makes no real pass.'],
  DEFERRED: [503, 'Please try again', 'Google Wallet cannot add the pass at the moment.'],
  GONE: [404, 'Not found', 'There is no pass at this address.'],
};

const notAccepted = [
  502,
  'No pass',
  'Google Wallet does not accept this pass. Please use the former page at the till.',
] as const;

function sendRefusal(response: Response, outcome: string): void {
  const [status, title, text] = refusals[outcome] ?? notAccepted;
  if (status === 503) response.set('Retry-After', String(busySeconds));
  sendMessage(response, status, title, text);
}
