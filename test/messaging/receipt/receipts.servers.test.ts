import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../src/main/process/log.ts';
import { settle } from '../../../src/messaging/delivery/message-outcomes.ts';
import type { Integration } from '../../../src/messaging/integration/integration.ts';
import { noteReceipt } from '../../../src/messaging/message/coupon-receipt.ts';
import { pruneEarlyReceipts } from '../../../src/messaging/receipt/early-receipt.ts';
import { createReceipts } from '../../../src/messaging/receipt/platform-receipts.ts';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeIntegration } from '../../support/make.ts';
import { change, messageOf, send } from '../../support/make-messages.ts';

const app = useApp();
const receipts = () => createReceipts(app.database, createLog('silent'));
let named = 0;

/** Queues an SMS. `isSent` marks it as sent, with the id that the platform assigns. */
async function sentSms(given: Parameters<typeof send>[3] = {}) {
  const client = await app.client();
  const integration = await makeIntegration(app.database, client.owner, { channel: 'SMS' });
  const [id = ''] = await send(app.database, integration, ['+491701234567'], given);
  named += 1;
  const platformId = `their-${named}`;
  const isSent = () => settleSent(id, platformId);
  return { client, integration, id, platformId, isSent };
}

async function settleSent(id: string, platformId: string): Promise<void> {
  const { number, claims } = await messageOf(app.database, id);
  await settle(app.database, [{ number, claims, outcome: { outcome: 'SENT', platformId } }]);
}

const statusOf = async (id: string) => (await messageOf(app.database, id)).status;
const messageEvents = async (account: { id: string }) =>
  (await eventTypesOf(app.database, { accountId: account.id })).filter((type) => type.startsWith('message_'));

test('a receipt marks a message as delivered, once', async () => {
  const { client, integration, id, platformId, isSent } = await sentSms();
  await isSent();

  for (let time = 0; time < 2; time += 1) await receipts().received(integration.id, platformId, 'DELIVERED', null);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'DELIVERED', deliveredAt: expect.any(String) });
  expect(await messageEvents(client.owner.account)).toEqual(['message_sent', 'message_delivered']);
});

test('a receipt about a person who was erased leaves no text, and is applied', async () => {
  const { client, integration, id, platformId, isSent } = await sentSms();
  await isSent();
  await change(app.database, id, { address: '', addressKey: '' });

  await receipts().received(integration.id, platformId, 'FAILED', '+491701234567 is unknown.');
  expect(await messageOf(app.database, id)).toMatchObject({ status: 'FAILED', reason: null });
  await receipts().received(integration.id, platformId, 'DELIVERED', null);

  expect(await statusOf(id)).toBe('DELIVERED');
  expect(await app.database.rows('SELECT 1 FROM coupon_receipts WHERE message_id = ?', [id])).toEqual([]);
  expect(await messageEvents(client.owner.account)).toEqual(['message_sent', 'message_failed', 'message_delivered']);
});

test('a receipt of a failure removes the record that the address has received the coupon', async () => {
  const { client, integration, id, platformId, isSent } = await sentSms({ paid: true });
  const { campaignId: couponId } = await messageOf(app.database, id);
  await app.database.transaction((transaction) =>
    noteReceipt(transaction, { couponId, address: '+491701234567', messageId: id }),
  );
  await isSent();

  for (let time = 0; time < 2; time += 1)
    await receipts().received(integration.id, platformId, 'FAILED', 'Switched off.');

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'FAILED', reason: 'Switched off.' });
  expect(await app.database.rows('SELECT 1 FROM coupon_receipts WHERE coupon_id = ?', [couponId])).toEqual([]);
  const { data } = await client.graphql('{ viewer { account { emailBalance } } }');
  expect(data.viewer.account.emailBalance).toBe(1);
  expect(await messageEvents(client.owner.account)).toEqual(['message_sent', 'message_failed']);
});

test('a delivered message stays delivered, in any order of receipts', async () => {
  for (const order of [
    ['DELIVERED', 'FAILED'],
    ['FAILED', 'DELIVERED'],
  ] as const) {
    const { integration, id, platformId, isSent } = await sentSms();
    await isSent();
    for (const state of order) await receipts().received(integration.id, platformId, state, null);
    expect(await statusOf(id)).toBe('DELIVERED');
  }
});

test('a receipt that arrives before the message is marked as sent is kept', async () => {
  const { integration, id, platformId, isSent } = await sentSms();

  await receipts().received(integration.id, platformId, 'DELIVERED', null);
  expect(await statusOf(id)).toBe('QUEUED');
  await isSent();

  expect(await statusOf(id)).toBe('DELIVERED');
  expect(await app.database.rows('SELECT 1 FROM early_receipts WHERE platform_id = ?', [platformId])).toEqual([]);
});

test('receipts that arrive while messages are being marked as sent are kept', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => sentSms()));

  await Promise.all(
    all.flatMap(({ integration, platformId, isSent }) => [
      isSent(),
      receipts().received(integration.id, platformId, 'DELIVERED', null),
    ]),
  );

  for (const { id } of all) expect(await statusOf(id)).toBe('DELIVERED');
});

test('an unprocessed receipt is applied later, and removed if its message never appears', async () => {
  const { integration, id, platformId } = await sentSms();
  await receipts().received(integration.id, platformId, 'DELIVERED', null);
  await receipts().received(integration.id, `${platformId} of nobody`, 'DELIVERED', null);
  await change(app.database, id, { status: 'SENT', platformId });

  while ((await pruneEarlyReceipts(app.database)) > 0);
  expect(await statusOf(id)).toBe('DELIVERED');
  const left = 'SELECT 1 FROM early_receipts WHERE integration_id = ?';
  expect(await app.database.rows(left, [integration.id])).toHaveLength(1);

  await app.database.transaction((transaction) =>
    transaction.change('UPDATE early_receipts SET created_at = ? WHERE integration_id = ?', [
      '2026-01-01 00:00:00.000',
      integration.id,
    ]),
  );
  while ((await pruneEarlyReceipts(app.database)) > 0);
  expect(await app.database.rows(left, [integration.id])).toEqual([]);
});

test('a receipt of another integration does not change a message', async () => {
  const { id, platformId, isSent } = await sentSms();
  const other = await sentSms();
  await isSent();

  await receipts().received(other.integration.id, platformId, 'DELIVERED', null);

  expect(await statusOf(id)).toBe('SENT');
});

test('STOP opts a number out, and START opts it in again', async () => {
  const { client, integration } = await sentSms();
  const list = async () => (await client.graphql('{ optOuts { nodes { address reason } } }')).data.optOuts.nodes;
  const reply = (text: string, from = '+491701234567') => receipts().replied(integration.id, from, text);

  await reply('I like bread');
  expect(await list()).toEqual([]);
  await reply('Stop');
  await reply('STOP', '491701234567');
  expect(await list()).toEqual([{ address: '+491701234567', reason: 'STOP' }]);
  await reply('start');
  expect(await list()).toEqual([]);
});

test('many replies at once are all heard, in few transactions', async () => {
  const { client, integration } = await sentSms();
  const transactions = vi.spyOn(app.database, 'transaction');
  onTestFinished(() => transactions.mockRestore());
  const numbers = Array.from({ length: 100 }, (_, index) => `+4917012345${String(index).padStart(2, '0')}`);

  await Promise.all(numbers.map((number) => receipts().replied(integration.id, number, 'STOP')));

  const { data } = await client.graphql('{ optOuts(first: 200) { nodes { address } } }');
  expect(data.optOuts.nodes).toHaveLength(100);
  expect(transactions.mock.calls.length).toBeLessThan(numbers.length / 2);
});

test('START does not undo an opt-out that was requested otherwise', async () => {
  const { client, integration } = await sentSms();
  await client.graphql('mutation { optOut(input: { channel: SMS, address: "+491701234567" }) { address } }');

  await receipts().replied(integration.id, '+491701234567', 'START');

  expect((await client.graphql('{ optOuts { nodes { reason } } }')).data.optOuts.nodes).toEqual([
    { reason: 'REQUESTED' },
  ]);
});

test.each(['nobody', '12', ''])('a reply from %o changes nothing', async (from) => {
  const { client, integration } = await sentSms();

  await receipts().replied(integration.id, from, 'STOP');
  await receipts().replied('int_0000000000000000' satisfies Integration['id'], '+491701234567', 'STOP');

  expect((await client.graphql('{ optOuts { nodes { reason } } }')).data.optOuts.nodes).toEqual([]);
});

describe('STOP opts out the number of the sender', () => {
  const berlin = 'Europe/Berlin';

  test.each([
    ['+491701234567', undefined, 'UTC'],
    ['491701234567', undefined, 'UTC'],
    ['00491701234567', undefined, 'UTC'],
    ['+4901701234567', undefined, 'UTC'],
    ['491701234567', 'INTERNATIONAL', 'UTC'],
    ['00491701234567', 'INTERNATIONAL', berlin],
    ['01701234567', 'INTERNATIONAL', berlin],
    ['01701234567', undefined, berlin],
    ['01701234567', 'NATIONAL', berlin],
    ['1701234567', 'NATIONAL', berlin],
    ['+491701234567', 'NATIONAL', 'America/New_York'],
    ['491701234567', 'NATIONAL', berlin],
    ['1701234567', undefined, berlin],
  ] as const)('when it is %s of the type %s in an account in %s', async (from, type, timezone) => {
    const client = await app.client({ timezone });
    const integration = await makeIntegration(app.database, client.owner, { channel: 'SMS' });
    await send(app.database, integration, ['+491701234567']);

    await receipts().replied(integration.id, from, 'STOP', type);

    expect((await client.graphql('{ optOuts { nodes { address } } }')).data.optOuts.nodes).toEqual([
      { address: '+491701234567' },
    ]);
  });

  test('which is national in the country of the sender of the integration', async () => {
    const client = await app.client();
    const settings = { accountSid: 'AC1', authToken: 'x', from: '+493012345', messagingServiceSid: null } as never;
    const integration = await makeIntegration(app.database, client.owner, {
      channel: 'SMS',
      provider: 'TWILIO',
      settings,
    });

    await receipts().replied(integration.id, '15122222006', 'STOP', 'NATIONAL');

    expect((await client.graphql('{ optOuts { nodes { address } } }')).data.optOuts.nodes).toEqual([
      { address: '+4915122222006' },
    ]);
  });

  test.each([
    ['12345', 'OTHER'],
    ['1234567890', 'OTHER'],
    ['Bakery', 'OTHER'],
    ['0170', undefined],
  ] as const)('and nobody when it is %s of the type %s', async (from, type) => {
    const { client, integration } = await sentSms();

    await receipts().replied(integration.id, from, 'STOP', type);

    expect((await client.graphql('{ optOuts { nodes { address } } }')).data.optOuts.nodes).toEqual([]);
  });
});
