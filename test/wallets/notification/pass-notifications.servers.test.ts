import { expect, test } from 'vitest';
import { countRows, findRow, findRows, insertRows, updateRows } from '../../../src/kernel/database/rows.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import { daysAgo, now } from '../../../src/kernel/values/instant.ts';
import { walletDevices, walletRegistrations } from '../../../src/wallets/device/device.ts';
import { walletNotifications } from '../../../src/wallets/notification/notification.ts';
import { type Claimed, claimNotifications } from '../../../src/wallets/notification/notification-claims.ts';
import { type Outcome, settleNotifications } from '../../../src/wallets/notification/notification-outcomes.ts';
import { notifyOfCampaign } from '../../../src/wallets/notification/pass-notifications.ts';
import { startPush } from '../../../src/wallets/notification/push-job.ts';
import { walletLanes } from '../../../src/wallets/notification/wallet-lane.ts';
import { pushes } from '../../../src/wallets/push/push.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { makeCoupon } from '../../support/make.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';
import { roomFor } from '../../support/room.ts';

/* Devices that are told of changes without a message. No worker tells them here. */

const app = useAppWithDatabaseOfItsOwn();

async function couponWithPasses(amount = 1) {
  const client = await app.client();
  const { id: lane } = await connectApple(app.database, client.owner);
  const { id: coupon } = await makeCoupon(app.database, client.owner);
  await makeSavedPasses(app.database, client.owner, coupon, { amount });
  return { client, lane, coupon };
}

function change({ owner }: Client, campaignId: string): Promise<void> {
  return app.database.transaction((transaction) =>
    notifyOfCampaign(transaction, { campaignId, accountId: owner.account.id }),
  );
}

const waitingOf = (laneId: string) => countRows(app.database, walletNotifications, { laneId });

test('the jobs of changes are not of the account, which could stop the notifications of all accounts', async () => {
  const { client, lane, coupon } = await couponWithPasses(2);
  await change(client, coupon);

  expect((await client.graphql('{ jobs { nodes { id } } }')).data.jobs.nodes).toEqual([]);
  const [job] = await findRows(app.database, jobs, { kind: 'sendPushStep' });
  const cancel = 'mutation ($id: ID!) { cancelJob(input: { id: $id }) { status } }';
  expect((await client.graphql(cancel, { id: job?.id })).codes).toEqual(['JOB_NOT_FOUND']);
  await runJobs(app.database);
  expect(await waitingOf(lane)).toBe(2);
});

test('changes of a campaign before its job begins are told by one job, changes after its begin by another', async () => {
  const { client, lane, coupon } = await couponWithPasses();
  const amount = () => countRows(app.database, jobs, { kind: 'sendPushStep', status: 'QUEUED' });
  await change(client, coupon);
  await makeSavedPasses(app.database, client.owner, coupon);
  await change(client, coupon);
  expect(await amount()).toBe(1);

  await runJobs(app.database);
  expect([await amount(), await waitingOf(lane)]).toEqual([0, 2]);
  await change(client, coupon);
  expect(await amount()).toBe(1);
});

test('the devices that wait for changes of one account do not hold up those of another', async () => {
  const [one, other] = [await couponWithPasses(), await couponWithPasses()];
  const fill = (from: number) =>
    app.database.transaction((transaction) =>
      insertRows(
        transaction,
        walletNotifications,
        Array.from({ length: 500 }, (_, index) => ({
          ...{ laneId: one.lane, device: -from - index, pushId: '', urgent: 0, dueAt: null, failures: 0 },
        })),
      ),
    );
  for (let from = 1; from <= 10_000; from += 500) await fill(from);
  await change(one.client, one.coupon);
  await change(other.client, other.coupon);
  await runJobs(app.database);

  expect([await waitingOf(one.lane), await waitingOf(other.lane)]).toEqual([10_000, 1]);
});

test('a change tells a device at once that waits for a retry, and again one that is being told', async () => {
  const { client, lane, coupon } = await couponWithPasses(2);
  await change(client, coupon);
  await runJobs(app.database);
  const [first, second] = await claimedOf(lane);
  await settle(first, { outcome: 'DEFERRED', reason: '', retryAfter: null });
  await change(client, coupon);
  await runJobs(app.database);
  await settle(second, { outcome: 'NOTIFIED' });

  const left = await findRows(app.database, walletNotifications, { laneId: lane });
  expect(left.map(({ failures, dueAt }) => [failures, (dueAt ?? '9') <= now()])).toEqual([
    [0, true],
    [0, true],
  ]);
});

test('a device that registered while it was told is kept, though its token is the same', async () => {
  const { client, lane, coupon } = await couponWithPasses();
  await change(client, coupon);
  await runJobs(app.database);
  const [claimed] = await claimedOf(lane);
  const number = claimed?.device?.number ?? 0;
  await app.database.transaction((transaction) =>
    updateRows(transaction, walletDevices, { number }, { registeredAt: '2090-01-01 00:00:00.000' }),
  );
  await settle(claimed, { outcome: 'GONE', since: null });

  expect(await countRows(app.database, walletDevices, { number })).toBe(1);
  expect(await countRows(app.database, walletRegistrations, { device: number })).toBe(1);
});

test('the devices of a push count as failed when Apple has not accepted the certificate for a day', async () => {
  const { client, lane, coupon } = await couponWithPasses(3);
  const audience = { campaignId: coupon, accountId: client.owner.account.id, members: null };
  const { id } = await app.database.transaction((transaction) => startPush(transaction, audience, 'Fresh rye'));
  await runJobs(app.database);
  const refuse = async () => {
    const [claimed] = await claimedOf(lane);
    await settle(claimed, { outcome: 'MISCONFIGURED', reason: 'BadCertificate' });
    const yesterday = { nextDueAt: now(), pausedAt: daysAgo(2) };
    await app.database.transaction((transaction) => updateRows(transaction, walletLanes, { id: lane }, yesterday));
    return waitingOf(lane);
  };

  expect([await refuse(), await refuse()]).toEqual([3, 0]);
  expect(await findRow(app.database, pushes, { id })).toMatchObject({ notified: 0, failed: 3 });
});

async function claimedOf(lane: string): Promise<Claimed[]> {
  const turns = await claimNotifications(app.database, roomFor(10));
  return turns.flatMap(({ items }) => items).filter(({ integration }) => integration.id === lane);
}

async function settle(item: Claimed | undefined, verdict: Outcome): Promise<void> {
  if (item) await settleNotifications(app.database, [{ item, verdict }]);
}
