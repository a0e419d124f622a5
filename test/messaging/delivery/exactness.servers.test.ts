import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { jobKind } from '../../../src/kernel/jobs/job-definition.ts';
import { enqueue } from '../../../src/kernel/jobs/job-queue.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { claimMessages } from '../../../src/messaging/delivery/message-claims.ts';
import { type MessageOutcome, settle, settleIn } from '../../../src/messaging/delivery/message-outcomes.ts';
import type { Outcome } from '../../../src/messaging/delivery/verdict.ts';
import type { Integration } from '../../../src/messaging/integration/integration.ts';
import { noteReceipt } from '../../../src/messaging/message/coupon-receipt.ts';
import { createReceipts } from '../../../src/messaging/receipt/platform-receipts.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { change, letPass, messageOf, send } from '../../support/make-messages.ts';
import { roomFor } from '../../support/room.ts';

const app = useAppWithDatabaseOfItsOwn();

const refused: Outcome = { outcome: 'REFUSED', reason: 'No.' };
const deferred: Outcome = { outcome: 'DEFERRED', reason: 'Busy.' };
const maxEmails = 2_147_483_647;

async function connected() {
  const client = await app.client();
  return { client, owner: client.owner, integration: await makeIntegration(app.database, client.owner) };
}

/** Returns the id of a message that a process is handing over. */
async function sending(integration: Integration, given: Parameters<typeof send>[3] = {}): Promise<string> {
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], given);
  await change(app.database, id, { status: 'SENDING', claims: 1 });
  return id;
}

async function settled(id: string, outcome: Outcome): Promise<MessageOutcome> {
  const { number, claims } = await messageOf(app.database, id);
  return { number, claims, outcome };
}

const balanceOf = async ({ account }: { account: { id: string } }) => {
  const [row] = await app.database.rows<{ balance: number }>(
    'SELECT a.email_balance AS balance FROM accounts a WHERE a.id = ?',
    [account.id],
  );
  return row?.balance;
};

test('of two messages that fail simultaneously, neither remains the recorded receipt of the coupon', async () => {
  const { owner, integration } = await connected();
  const coupon = await makeCoupon(app.database, owner);
  const { session } = await makeSession(app.database, owner, { coupon });
  const campaignId = coupon.id;
  const first = await sending(integration, { campaignId, session });
  const second = await sending(integration, { campaignId, session });
  await app.database.transaction((transaction) =>
    noteReceipt(transaction, { couponId: campaignId, address: 'ada@example.com', messageId: first }),
  );
  const [failsFirst, failsSecond] = [await settled(first, refused), await settled(second, refused)];

  const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = app.database.transaction(async (transaction) => {
    await settleIn(transaction, [failsSecond]);
    isWritten.resolve();
    await mayCommit.promise;
  });
  await isWritten.promise;
  const other = settle(app.database, [failsFirst]);
  await sleep(300);
  mayCommit.resolve();
  await Promise.all([one, other]);

  expect(await app.database.rows('SELECT 1 FROM coupon_receipts WHERE coupon_id = ?', [campaignId])).toEqual([]);
});

test('a refund to a full balance does not exceed the limit', async () => {
  const { owner, integration } = await connected();
  const id = await sending(integration, { paid: true });
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET email_balance = ? WHERE id = ?', [maxEmails, owner.account.id]),
  );

  await settle(app.database, [await settled(id, refused)]);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'FAILED' });
  expect(await balanceOf(owner)).toBe(maxEmails);
});

test('messages of a disconnected platform do not block others, even with a full balance', async () => {
  const [gone, other] = [await connected(), await connected()];
  await send(app.database, gone.integration, ['ada@example.com'], { paid: true });
  const [id = ''] = await send(app.database, other.integration, ['bob@example.com']);
  await app.database.transaction(async (transaction) => {
    await transaction.change('UPDATE accounts SET email_balance = ? WHERE id = ?', [maxEmails, gone.owner.account.id]);
    await transaction.change('UPDATE integrations SET disconnected_at = connected_at WHERE id = ?', [
      gone.integration.id,
    ]);
  });

  const batches = await claimMessages(app.database, roomFor(32));

  expect(batches.flatMap(({ claimed }) => claimed.map(({ message }) => message.id))).toContain(id);
});

test('an outcome that is recorded twice counts once', async () => {
  const { integration } = await connected();
  const id = await sending(integration);
  const deferredBy = await settled(id, deferred);

  await settle(app.database, [deferredBy]);
  const once = await messageOf(app.database, id);
  await settle(app.database, [deferredBy]);

  expect(once).toMatchObject({ status: 'QUEUED', failures: 1 });
  expect(await messageOf(app.database, id)).toEqual(once);
});

test.each([refused, { outcome: 'UNKNOWN', reason: 'Lost.' }, deferred] as const)(
  'a retried message ignores a late outcome of its lost attempt ($outcome)',
  async (outcome) => {
    const { client, integration } = await connected();
    const id = await sending(integration);
    const late = await settled(id, outcome);
    await letPass(app.database, integration, 121_000);
    await claimMessages(app.database, roomFor(32));
    expect(await messageOf(app.database, id)).toMatchObject({ status: 'UNKNOWN' });
    await client.graphql('mutation ($id: ID!) { retryMessage(input: { id: $id }) { id } }', { id });

    await settle(app.database, [late]);

    expect(await messageOf(app.database, id)).toMatchObject({ status: 'QUEUED', failures: 0, reason: null });
  },
);

test('a message whose release is recorded late is queued again, because it was never handed over', async () => {
  const { integration } = await connected();
  const id = await sending(integration);
  const released = await settled(id, { outcome: 'RELEASED' });
  await settle(app.database, [{ ...released, outcome: { outcome: 'UNKNOWN', reason: 'Lost.' } }]);

  await settle(app.database, [released]);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'QUEUED', reason: null, finishedAt: null });
});

test('a long reason of an early receipt is truncated', async () => {
  const { client } = await connected();
  const integration = await makeIntegration(app.database, client.owner, { channel: 'SMS' });
  const [id = ''] = await send(app.database, integration, ['+491701234567']);
  await createReceipts(app.database, createLog('silent')).received(
    integration.id,
    `early-${id}`,
    'FAILED',
    'x'.repeat(400),
  );

  await settle(app.database, [await settled(id, { outcome: 'SENT', platformId: `early-${id}` })]);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'FAILED', reason: 'x'.repeat(300) });
});

test('a message of a removed session cannot be retried, and a late delivery leaves no receipt', async () => {
  const { client, owner } = await connected();
  const integration = await makeIntegration(app.database, owner, { channel: 'SMS' });
  const coupon = await makeCoupon(app.database, owner);
  const { session } = await makeSession(app.database, owner, { coupon });
  const [id = ''] = await send(app.database, integration, ['+491701234567'], { campaignId: coupon.id, session });
  await change(app.database, id, { status: 'FAILED', dueAt: null, platformId: `their-${id}` });
  await client.graphql(
    'mutation ($coupon: ID!, $session: ID!) { deleteCouponSession(input: { coupon: $coupon, session: $session }) { session } }',
    { coupon: coupon.id, session },
  );

  const { errors } = await client.graphql('mutation ($id: ID!) { retryMessage(input: { id: $id }) { id } }', { id });
  expect(errors).toMatchObject([{ extensions: { code: 'SESSION_NOT_FOUND' } }]);

  const receipts = createReceipts(app.database, createLog('silent'));
  await receipts.received(integration.id, `their-${id}`, 'DELIVERED', null);
  expect(await messageOf(app.database, id)).toMatchObject({ status: 'DELIVERED' });
  expect(await app.database.rows('SELECT 1 FROM coupon_receipts WHERE coupon_id = ?', [coupon.id])).toEqual([]);
});

test('a retried message of a cancelled job is queued again when it is deferred', async () => {
  const { client, integration, owner } = await connected();
  const { id: jobId } = await app.database.transaction(async (transaction) => {
    const job = await enqueue(transaction, jobKind('sendToGroupStep'), {}, { accountId: owner.account.id });
    await transaction.change(`UPDATE jobs SET status = 'CANCELLED' WHERE id = ?`, [job.id]);
    return job;
  });
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], { jobId, urgent: false });
  await change(app.database, id, { status: 'FAILED', dueAt: null });
  await client.graphql('mutation ($id: ID!) { retryMessage(input: { id: $id }) { id } }', { id });
  await change(app.database, id, { status: 'SENDING' });

  await settle(app.database, [await settled(id, deferred)]);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'QUEUED', dueAt: expect.any(String) });
});
