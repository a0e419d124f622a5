import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeSession } from '../../support/make.ts';
import { type Refusal, type Refusals, refusal, unknown } from './table.ts';

const document = 'query ($webhook: ID!) { verifyWebhook(webhook: $webhook) { webhook } }';

export const verification: Refusals = { path: '/v4/webhook/verification', document, of: refusals };

export const olderVerification: Refusals = { path: '/v3/webhook/verification', document, of: refusals };

async function refusals(app: App): Promise<Refusal[]> {
  const foreign = await makeEvent(app, await app.client());
  const of = (webhook: unknown) => [{ webhook }, { webhook }] as const;
  return [
    refusal('webhook is missing', [200], {}, {}),
    refusal('webhook is empty', [200], ...of('')),
    refusal('webhook is null', [200], ...of(null)),
    // The specification has no code for its characters, so a malformed id is not found (contract, section 1).
    refusal('webhook has an invalid character', [509], ...of(`evt_${'0'.repeat(19)}!`)),
    refusal('webhook is too short', [509], ...of('evt_0'), 'EVENT_NOT_FOUND'),
    refusal('webhook is an object', [509], ...of({})),
    refusal('the webhook is unknown', [509], ...of(unknown.event), 'EVENT_NOT_FOUND'),
    refusal('the webhook belongs to another account', [509], ...of(foreign), 'EVENT_NOT_FOUND'),
  ];
}

/** Returns the id of an event of the account. */
async function makeEvent({ database }: App, { owner }: Client): Promise<string> {
  const { session } = await makeSession(database, owner);
  const [event] = await database.rows<{ id: string }>('SELECT e.id AS id FROM events e WHERE e.session = ?', [session]);
  return event?.id ?? '';
}
