import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { gapsOf } from '../../../src/kernel/event-log/log-gap.ts';
import { enqueue } from '../../../src/kernel/jobs/job-queue.ts';
import { notedPosition, watchLastPosition } from '../../../src/main/process/last-position.ts';
import { finishRestore, type RestoreSettings } from '../../../src/main/restore/restored-database.ts';
import { retryMessagesJob } from '../../../src/messaging/delivery/message-retry.ts';
import { addToPool, takeCodes } from '../../../src/sessions/validation-code/code-pool.ts';
import { releaseCodes } from '../../../src/sessions/validation-code/reserved-restored-codes.ts';
import { openOwn } from '../../kernel/database/scratch.ts';
import { insertEvents, sequence } from '../../support/events.ts';
import { makeAccount, makeCoupon, makeEndpoint, makeIntegration, makeSession } from '../../support/make.ts';
import { send, statusesOf } from '../../support/make-messages.ts';

const log = pino({ level: 'silent' });

const unknown: RestoreSettings = { lost: null, seenPosition: 0, sendAgain: new Set(), codesGiven: null };

test('without the lost database, all that may have gone out is held, and the loss has bounds', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  const integration = await makeIntegration(database, owner);
  const messages = await send(database, integration, ['ada@example.com', 'ben@example.com']);
  const { endpoint } = await makeEndpoint(database, owner);
  await database.transaction((transaction) => insertEvents(transaction, owner, 3));
  await sequence(database, owner.account);
  await database.transaction((transaction) => insertEvents(transaction, owner, 2));
  const job = await database.transaction((transaction) =>
    enqueue(
      transaction,
      retryMessagesJob,
      { job: 'job_x', statuses: [] },
      { accountId: owner.account.id, progress: {} },
    ),
  );

  const report = await finishRestore(database, log, { ...unknown, seenPosition: 7 });

  expect(report).toMatchObject({ position: 3, lostEvents: { min: 4 }, sentAgain: [] });
  expect(report.continuesAfter % 10_000).toBe(0);
  expect(report.perhapsSent.messages).toEqual(messages);
  expect(await statusesOf(database, integration)).toEqual({ UNKNOWN: 2 });
  expect(report.perhapsSent.webhooks).toHaveLength(5);
  const held = await database.rows<{ status: string; error: string }>(
    `SELECT d.status AS status, a.error AS error FROM webhook_deliveries d
     JOIN webhook_attempts a ON a.delivery_number = d.number WHERE d.endpoint_id = ?`,
    [endpoint.id],
  );
  expect(held).toEqual(Array(5).fill({ status: 'FAILED', error: expect.stringContaining('restored from a backup') }));
  expect(report.perhapsSent.jobs).toEqual([
    { id: job.id, account: owner.account.id, kind: retryMessagesJob.kind, status: 'PAUSED' },
  ]);
  const positions = (await positionedLogOf(database)).map(({ position }) => position);
  expect(positions.slice(0, 5)).toEqual([1, 2, 3, report.continuesAfter + 1, report.continuesAfter + 2]);
  expect(await gapsOf(database)).toEqual([{ after: 3, upTo: report.continuesAfter }]);
});

test('--send-again leaves what may have gone out as it was', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  const integration = await makeIntegration(database, owner);
  await send(database, integration, ['ada@example.com']);
  await makeEndpoint(database, owner);
  await database.transaction((transaction) => insertEvents(transaction, owner, 1));

  const { perhapsSent } = await finishRestore(database, log, {
    ...unknown,
    sendAgain: new Set(['messages', 'webhooks'] as const),
  });

  expect(perhapsSent).toEqual({ messages: [], webhooks: [], jobs: [] });
  expect(await statusesOf(database, integration)).toEqual({ QUEUED: 1 });
  expect(await database.rows(`SELECT id FROM webhook_deliveries WHERE status = 'PENDING'`)).toHaveLength(1);
});

test('pools withhold the codes that customers may have, until the operator releases them', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  const coupon = await makeCoupon(database, owner);
  const codes = ['A1', 'B2', 'C3', 'D4'].map((code, index) => ({ code, line: index + 1 }));
  await database.transaction((transaction) => addToPool(transaction, coupon.id, codes, 1));
  const { sequence: number } = await makeSession(database, owner, { coupon });

  const report = await finishRestore(database, log, { ...unknown, codesGiven: 2 });
  expect(report.codes).toEqual([{ coupon: coupon.id, codes: 2 }]);
  const next = await makeSession(database, owner, { coupon });
  expect(next.sequence).toBeGreaterThan(number + 1_000_000);
  await database.transaction((transaction) => takeCodes(transaction, coupon.id, [next.sequence]));
  const taken = 'SELECT code FROM validation_codes WHERE coupon_id = ? AND sequence = ?';
  expect(await database.rows(taken, [coupon.id, next.sequence])).toEqual([{ code: 'C3' }]);

  expect(await database.transaction((transaction) => releaseCodes(transaction, coupon.id, 'A1'))).toBe(1);
  expect(await database.transaction((transaction) => releaseCodes(transaction, coupon.id, null))).toBe(1);
});

test('a restore that was interrupted can be finished', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  await database.transaction((transaction) => insertEvents(transaction, owner, 3));
  await sequence(database, owner.account);
  const stopping = pino({ level: 'silent' });
  const failing = { ...unknown, sendAgain: null as never }; // fails after the gap

  await expect(finishRestore(database, stopping, failing)).rejects.toThrow();
  expect(await database.rows(`SELECT value FROM sequences WHERE name = 'restored'`)).toEqual([{ value: 3 }]);
  const report = await finishRestore(database, log, unknown);

  expect(report.position).toBe(3);
  expect(await gapsOf(database)).toHaveLength(2);
  expect(await database.rows(`SELECT value FROM sequences WHERE name = 'restored'`)).toEqual([]);
});

test('a process does not start on a database that is older than DATA_DIR knows, or that is marked as restored', async () => {
  const { database } = await openOwn();
  const directory = await temporaryDirectory();
  const owner = await makeAccount(database);
  await database.transaction((transaction) => insertEvents(transaction, owner, 3));
  await sequence(database, owner.account);
  await (await watchLastPosition(database, directory)).stop();
  expect(await notedPosition(database, directory)).toBe(3);
  const setTo = (value: number) =>
    database.transaction((transaction) =>
      transaction.change(`UPDATE sequences SET value = ? WHERE name = 'event_position'`, [value]),
    );

  await setTo(2);
  await expect(watchLastPosition(database, directory)).rejects.toThrow('restore finish');
  await setTo(3);
  await (await watchLastPosition(database, directory)).stop();
  await database.transaction((transaction) =>
    transaction.change(`INSERT INTO sequences (name, value) VALUES ('restored', 3)`),
  );
  await expect(watchLastPosition(database, directory)).rejects.toThrow('restore finish');
  await database.transaction((transaction) =>
    transaction.change(`UPDATE sequences SET value = 0 WHERE name = 'restored'`),
  );
  await finishRestore(database, log, unknown);
  await (await watchLastPosition(database, directory)).stop();
});

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'restored-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

function positionedLogOf(database: Database): Promise<{ position: number }[]> {
  return database.rows('SELECT position FROM events WHERE position IS NOT NULL ORDER BY position');
}
