import { expect, test } from 'vitest';
import { findRow, findRows, requireRow, updateRows } from '../../../src/kernel/database/rows.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { classIdOf, objectIdOf } from '../../../src/wallets/google/google-client.ts';
import { walletNotifications } from '../../../src/wallets/notification/notification.ts';
import { type Claimed, claimNotifications } from '../../../src/wallets/notification/notification-claims.ts';
import { type Outcome, settleNotifications } from '../../../src/wallets/notification/notification-outcomes.ts';
import {
  applyReport,
  notifyOfCampaign,
  notifyOfPassChanges,
} from '../../../src/wallets/notification/pass-notifications.ts';
import { startPush } from '../../../src/wallets/notification/push-job.ts';
import { walletPasses } from '../../../src/wallets/pass/pass.ts';
import { pushes } from '../../../src/wallets/push/push.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { runJobs } from '../../support/jobs.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeGooglePasses } from '../../support/make-google.ts';
import { connectGoogle } from '../../support/make-passes.ts';
import { roomFor } from '../../support/room.ts';

/* What waits for Google. No worker tells it here. */

const app = useAppWithDatabaseOfItsOwn();

async function couponWithPasses(amount = 1) {
  const server = await GoogleServer.startForTest();
  const client = await app.client();
  const { id: lane } = await connectGoogle(app.database, client.owner, server);
  const { id: coupon } = await makeCoupon(app.database, client.owner);
  const paths = await makeGooglePasses(app.database, client.owner, server, coupon, { amount });
  const ids = paths.map((path) => path.split('.').at(-1) ?? '');
  return { accountId: client.owner.account.id, lane, coupon, ids };
}

const changed = (ids: readonly string[]) =>
  app.database.transaction((transaction) => notifyOfPassChanges(transaction, ids));
const waitingIn = (laneId: string) =>
  findRows(app.database, walletNotifications, { laneId }, { order: { number: 'ASC' } });

async function claimedOf(lane: string): Promise<Claimed[]> {
  const turns = await claimNotifications(app.database, roomFor(100));
  return turns.flatMap(({ items }) => items).filter(({ integration }) => integration.id === lane);
}

async function settle(item: Claimed | undefined, verdict: Outcome): Promise<void> {
  if (item) await settleNotifications(app.database, [{ item, verdict }]);
}

test('many changes of a pass are told once, and a change while it is told once more afterwards', async () => {
  const { lane, ids } = await couponWithPasses();
  await changed(ids);
  await changed(ids);
  expect(await waitingIn(lane)).toMatchObject([{ target: ids[0], device: 0, pushId: '', state: 'WAITING' }]);

  const [claimed] = await claimedOf(lane);
  await changed(ids);
  await changed(ids);
  // The older content must not arrive at Google after the newer one.
  expect(await claimedOf(lane)).toEqual([]);
  await settle(claimed, { outcome: 'NOTIFIED' });
  const [again] = await waitingIn(lane);
  expect([again?.state, (again?.dueAt ?? '9') <= now()]).toEqual(['WAITING', true]);
  await settle((await claimedOf(lane))[0], { outcome: 'NOTIFIED' });
  expect(await waitingIn(lane)).toEqual([]);
});

test('a change tells a pass at once that waits for a retry', async () => {
  const { lane, ids } = await couponWithPasses();
  await changed(ids);
  await settle((await claimedOf(lane))[0], { outcome: 'DEFERRED', reason: '', retryAfter: null });
  expect(await waitingIn(lane)).toMatchObject([{ failures: 1, state: 'WAITING' }]);

  await changed(ids);
  const [waiting] = await waitingIn(lane);
  expect([waiting?.failures, (waiting?.dueAt ?? '9') <= now()]).toEqual([0, true]);
});

test.each([
  ['is told of a change since it was made', 7, 1],
  ['has nothing to be told of', null, 0],
])('a pass that somebody saves %s', async (_, change, amount) => {
  const { accountId, lane, coupon, ids } = await couponWithPasses();
  const [id = ''] = ids;
  await app.database.transaction((transaction) =>
    updateRows(transaction, walletPasses, { id }, { savedAt: null, ...(change && { changed: change }) }),
  );
  const pass = await requireRow(app.database, walletPasses, { id });
  const report = {
    ...{ classId: classIdOf(pass.issuer, coupon), objectId: objectIdOf(pass.issuer, id), eventType: 'save' as const },
    ...{ expiresAt: new Date(Date.now() + 60_000), nonce: id },
  };

  expect(await applyReport(app.database, { id: lane, accountId }, { pass, report })).toBe(true);
  expect(await waitingIn(lane)).toHaveLength(amount);
});

test('an integration without a rate gets 20 calls a second', async () => {
  const { lane, ids } = await couponWithPasses(50);
  await changed(ids);

  const turns = await claimNotifications(app.database, roomFor(100));
  const { slots } = turns.find((turn) => turn.lane === lane) ?? {};
  expect((slots?.[20] ?? 0) - (slots?.[0] ?? 0)).toBe(1000);
  expect(slots?.length).toBe(21);
});

test('a change of a campaign is told to the class before the objects', async () => {
  const { accountId, lane, coupon, ids } = await couponWithPasses(2);
  await app.database.transaction((transaction) => notifyOfCampaign(transaction, { campaignId: coupon, accountId }));
  expect(await waitingIn(lane)).toMatchObject([{ target: coupon, urgent: 1 }]);
  await runJobs(app.database);

  const [first, ...others] = await claimedOf(lane);
  expect(first?.notification.target).toBe(coupon);
  expect(others.map(({ notification }) => notification.target).toSorted()).toEqual(ids.toSorted());
});

test('a message to all counts its passes once, whatever happens twice', async () => {
  const { accountId, lane, coupon } = await couponWithPasses(7);
  const audience = { accountId, campaignId: coupon, members: null };
  const { id } = await app.database.transaction((transaction) => startPush(transaction, audience, 'Fresh rye'));
  await runJobs(app.database);
  const [claimed] = await claimedOf(lane);

  await settle(claimed, { outcome: 'SILENT' });
  await settle(claimed, { outcome: 'NOTIFIED' });
  expect(await findRow(app.database, pushes, { id })).toMatchObject({ notified: 7, failed: 0, unnotified: 7 });
});

test('the passes of a message count as failed when Google has not accepted the account for a day', async () => {
  const { accountId, lane, coupon } = await couponWithPasses(5);
  const audience = { accountId, campaignId: coupon, members: null };
  const { id } = await app.database.transaction((transaction) => startPush(transaction, audience, 'Fresh rye'));
  await runJobs(app.database);
  const refuse = async () => {
    await settle((await claimedOf(lane))[0], { outcome: 'MISCONFIGURED', reason: 'no access' });
    const yesterday = `UPDATE wallet_lanes SET next_due_at = ?, paused_at = '2020-01-01 00:00:00.000' WHERE id = ?`;
    await app.database.transaction((transaction) => transaction.change(yesterday, [now(), lane]));
    return (await waitingIn(lane)).length;
  };

  expect([await refuse(), await refuse()]).toEqual([1, 0]);
  expect(await findRow(app.database, pushes, { id })).toMatchObject({ notified: 0, failed: 5 });
});
