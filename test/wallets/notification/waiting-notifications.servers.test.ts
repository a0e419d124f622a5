import { beforeEach, expect, test } from 'vitest';
import type { Transaction } from '../../../src/kernel/database/database.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import type { Integration } from '../../../src/messaging/integration/integration.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { notifyAllWallets } from '../../../src/wallets/notification/notification.ts';
import {
  countWaiting,
  dropNotifications,
  emptyLane,
  failWaiting,
  holdNotifications,
} from '../../../src/wallets/notification/waiting-notifications.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';

const app = useApp();
const amount = 2500;
let integration: Integration;
let passes: string[];
let push: string;

beforeEach(async () => {
  const client = await app.client();
  integration = await connectApple(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, id, { amount });
  const saved = await app.database.rows<{ id: string }>(
    'SELECT w.id AS id FROM wallet_passes w WHERE w.campaign_id = ?',
    [id],
  );
  passes = saved.map((pass) => pass.id);
  push = newId('walletPush');
});

/** Runs work in a transaction and returns the most rows that a statement changed. */
function maxChanged(work: (transaction: Transaction) => Promise<unknown>): Promise<number> {
  return app.database.transaction(async (transaction) => {
    let max = 0;
    await work({
      ...transaction,
      change: async (...statement) => {
        const changed = await transaction.change(...statement);
        max = Math.max(max, changed);
        return changed;
      },
    });
    return max;
  });
}

const notify = (given: object = { push }) =>
  maxChanged((transaction) => notifyAllWallets(transaction, integration.accountId, { passes, ...given }));

async function due(): Promise<number> {
  const [row] = await app.database.rows<{ amount: number }>(
    'SELECT COUNT(t.due_at) AS amount FROM wallet_notifications t WHERE t.lane_id = ?',
    [integration.id],
  );
  return Number(row?.amount);
}

const waiting = (max = amount + 1) => countWaiting(app.database, { lane: integration.id, push }, max);

test('no statement queues, holds or removes more than five hundred devices', async () => {
  expect(await notify()).toBeLessThanOrEqual(500);
  expect([await waiting(), await due()]).toEqual([amount, amount]);

  expect(await maxChanged((transaction) => holdNotifications(transaction, push, true))).toBe(500);
  expect([await waiting(), await due()]).toEqual([amount, 0]);
  expect(await maxChanged((transaction) => holdNotifications(transaction, push, false))).toBe(500);
  expect(await due()).toBe(amount);
  expect(await maxChanged((transaction) => dropNotifications(transaction, push))).toBe(500);
  expect(await waiting()).toBe(0);
});

test('the waiting devices are counted up to a number', async () => {
  await notify();

  expect(await waiting(10)).toBe(10);
});

test('a disconnected lane is emptied, and devices of other changes are queued once', async () => {
  await notify();
  await notify({ push: '' });
  await notify({ push: '', urgent: true });
  expect(await due()).toBe(2 * amount);

  expect(await maxChanged((transaction) => emptyLane(transaction, integration.id))).toBe(500);
  expect(await due()).toBe(0);
});

test('what is given up after a day is removed, but not what is held', async () => {
  await notify();
  await notify({ push: '' });
  await app.database.transaction(async (transaction) => {
    await holdNotifications(transaction, push, true);
    await transaction.change('UPDATE wallet_lanes SET paused_at = ? WHERE id = ?', [daysAgo(2), integration.id]);
  });

  expect(await maxChanged((transaction) => failWaiting(transaction, integration.id))).toBe(500);
  expect([await waiting(), await due()]).toEqual([amount, 0]);
});
