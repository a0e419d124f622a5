import { beforeAll, expect, inject, test } from 'vitest';
import type { Connection, Database, Transaction } from '../../src/kernel/database/database.ts';
import type { Job } from '../../src/kernel/jobs/job.ts';
import { daysAgo, now, toDate } from '../../src/kernel/values/instant.ts';
import { countFailures, countWaiting, freeReceiptsJob } from '../../src/messaging/delivery/job-messages.ts';
import { claimMessages, markSending } from '../../src/messaging/delivery/message-claims.ts';
import { settleIn } from '../../src/messaging/delivery/message-outcomes.ts';
import { newProgress, retryMessagesJob } from '../../src/messaging/delivery/message-retry.ts';
import type { Integration } from '../../src/messaging/integration/integration.ts';
import { removeReceipts } from '../../src/messaging/message/coupon-receipt.ts';
import { pruningMessages } from '../../src/messaging/message/message-retention.ts';
import { findMatchedEarlyReceipts, handleReceipts } from '../../src/messaging/receipt/early-receipt.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import { makeCoupon, makeIntegration } from '../support/make.ts';
import { messageOf, send } from '../support/make-messages.ts';
import { rowsRead } from '../support/plans.ts';
import { roomFor } from '../support/room.ts';

const app = useAppWithDatabaseOfItsOwn();

/** Enough rows to detect a full scan, even if the optimiser scans small tables. */
const amount = 4000;
const addresses = Array.from({ length: amount }, (_, index) => `user${index}@example.com`);
const job = newId('job');
let integration: Integration;
let sentId = '';
let queuedId = '';

beforeAll(async () => {
  if (inject('engine') === 'sqlite') return;
  const { owner } = await app.client();
  integration = await makeIntegration(app.database, owner);
  const { id: campaignId } = await makeCoupon(app.database, owner);
  const given = { campaignId, jobId: job, urgent: false };
  const sent = await send(app.database, integration, addresses, given);
  await app.database.transaction(async (transaction) => {
    await transaction.change(`UPDATE messages SET status = 'SENT', due_at = NULL, platform_id = id`);
    await transaction.change('UPDATE messages SET created_at = ? WHERE number <= 10', [daysAgo(400)]);
    await transaction.change(
      `INSERT INTO coupon_receipts (coupon_id, address, message_id, created_at)
       SELECT campaign_id, address_key, id, created_at FROM messages WHERE number > 10`,
    );
    await transaction.change(
      `INSERT INTO early_receipts (integration_id, platform_id, state, reason, created_at)
       SELECT integration_id, CONCAT('not-', id), 'DELIVERED', NULL, created_at FROM messages WHERE number <= 20`,
    );
  });
  const queued = await send(app.database, integration, addresses, given);
  [sentId, queuedId] = [sent.at(-1) ?? '', queued.at(-1) ?? ''];
  await app.database.rows('ANALYZE TABLE messages, message_contents, coupon_receipts, early_receipts');
});

/** A database whose calls run within this transaction. */
function within(connection: Connection): Database {
  const transaction = connection as Transaction;
  return { ...app.database, rows: transaction.rows, transaction: (work) => work(transaction) };
}

const outcome = { outcome: 'REFUSED', reason: 'No.' } as const;

test.runIf(inject('engine') !== 'sqlite').each<[string, (on: Connection) => Promise<unknown>, atMost: number]>([
  ['a message that replaces a failed one', (on) => removeReceipts(on as Transaction, [sentId]), 300],
  [
    'the message of a receipt',
    (on) =>
      handleReceipts(within(on), [
        { integrationId: integration.id, platformId: sentId, state: 'DELIVERED', reason: null },
      ]),
    300,
  ],
  ['early receipts of messages that are now known', (on) => findMatchedEarlyReceipts(on, 500), 300],
  [
    'receipts of a cancelled job',
    (on) => freeReceiptsJob.step(within(on), { input: JSON.stringify({ job }) } as Job),
    300,
  ],
  [
    'failed messages of a job to send again',
    (on) =>
      retryMessagesJob.step(within(on), {
        ...{ input: JSON.stringify({ job, statuses: ['FAILED'] }), id: newId('job'), lease: null },
        progress: JSON.stringify({ ...newProgress(1), after: { number: 1, createdAt: daysAgo(1) } }),
      } as Job),
    300,
  ],
  ['why messages of a job failed', (on) => countFailures(on, job), 300],
  ['due messages', (on) => claimMessages(within(on), roomFor(32)), 400],
  [
    'messages to send',
    async (on) => {
      const message = await messageOf(within(on), queuedId);
      return markSending(within(on), [{ message, leaseEnd: toDate(message.dueAt ?? now()).getTime() }]);
    },
    300,
  ],
  [
    'refused messages',
    async (on) => {
      const { number, claims } = await messageOf(within(on), queuedId);
      return settleIn(on as Transaction, [{ number, claims, outcome }]);
    },
    300,
  ],
  ['messages past their retention', (on) => pruningMessages(365)(within(on)), 1000],
])('finding %s reads few of many messages', async (_, read, atMost) => {
  expect(await rowsRead(app.database, read)).toBeLessThan(atMost);
});

test.runIf(inject('engine') !== 'sqlite')('counting the waiting messages of a job reads only an index', async () => {
  expect(await rowsRead(app.database, (on) => countWaiting(on, job))).toBeLessThan(amount + 100);
});
