import { expect, test } from 'vitest';
import { openCampaign } from '../../../src/directories/campaign/campaign-opening.ts';
import { changeJob } from '../../../src/kernel/jobs/job-control.ts';
import { recordMessages } from '../../../src/messaging/message/message-queue.ts';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { runJobs, runStep } from '../../support/jobs.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser, makePlacement } from '../../support/make-directories.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { send } from '../../support/make-messages.ts';
import { countAll, totalsOf } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();

async function counted(client: Client, campaign: string) {
  await countAll(app.database, client);
  return totalsOf(client, campaign);
}

const call = async (client: Client, name: string, input: object) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { codes } = await client.graphql(`mutation ($i: ${type}!) { ${name}(input: $i) { __typename } }`, { i: input });
  expect(codes).toEqual([]);
};

test('a session counts once for each thing that happens to it, and a validation also claims it', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [claimed, validated] = [
    await makeSession(app.database, client.owner, { coupon }),
    await makeSession(app.database, client.owner, { coupon }),
  ];
  await call(client, 'claimCouponSession', { session: claimed.session });
  await call(client, 'validateCouponSession', { session: claimed.session, data: { moneySpent: '12.5' } });
  await call(client, 'validateCouponSession', { session: validated.session, data: { moneySpent: '0.25' } });
  await call(client, 'validateCouponSession', { session: claimed.session, dryRun: true }).catch(() => undefined);
  await call(client, 'unvalidateCouponSession', { session: validated.session });
  await call(client, 'validateCouponSession', { session: validated.session });
  await call(client, 'voidCouponSession', { session: claimed.session });
  await call(client, 'unvoidCouponSession', { session: claimed.session });
  await call(client, 'voidCouponSession', { session: claimed.session });
  await call(client, 'activateCouponSession', { session: claimed.session });
  await call(client, 'deleteCouponSession', { coupon: coupon.id, session: claimed.session });
  await fetch(`${app.url}/p/${coupon.code}/${validated.session}`);
  await fetch(`${app.url}/p/${coupon.code}/${validated.session}`);

  expect(await counted(client, coupon.id)).toEqual({
    ...{ created: 2, claimed: 2, validated: 3, unvalidated: 1, voided: 2, unvoided: 2, removed: 1, opened: 1 },
    ...{ moneySpent: '13.000', moneyUnvalidated: '0.250' },
  });
});

test('a location counts what tills and programs do there, also what is taken back', async () => {
  const client = await app.client();
  const [here, other] = [
    await makeLocation(app.database, client.owner),
    await makeLocation(app.database, client.owner),
  ];
  const foreign = await makeLocation(app.database, (await app.client()).owner);
  const coupon = await makeCoupon(app.database, client.owner, { locations: [here.id] });
  const sessions = await Promise.all([1, 2, 3].map(() => makeSession(app.database, client.owner, { coupon })));
  const [one = '', two = '', three = ''] = sessions.map(({ session }) => session);
  await call(client, 'validateCouponSession', { session: one, location: here.id, data: { moneySpent: '12.5' } });
  await call(client, 'validateCouponSession', { session: two, location: here.id, data: { moneySpent: '2' } });
  await call(client, 'unvalidateCouponSession', { session: two });
  await call(client, 'claimCouponSession', { session: three, location: here.id });
  const elsewhere = await makeSession(app.database, client.owner);
  await call(client, 'validateCouponSession', { session: elsewhere.session, location: foreign.id });
  const card = await makeCard(app.database, client.owner);
  const user = await makeUser(app.database, client.owner, { card });
  await call(client, 'addStamps', { card: card.id, user: user.id, amount: 3, location: here.id });

  expect(await counted(client, here.id)).toEqual({
    ...{ claimed: 2, validated: 2, unvalidated: 1, stampsAdded: 3 },
    ...{ moneySpent: '14.500', moneyUnvalidated: '2.000' },
  });
  expect(await totalsOf(client, other.id)).toEqual({});
  expect((await client.graphql(`{ campaignStatistics(campaign: "${foreign.id}") { timezone } }`)).codes).toEqual([
    'LOCATION_NOT_FOUND',
  ]);
  const { differences } = await recountStatistics(app.database);
  expect(differences).toEqual([]);
});

test('a reversal counts at the location of the reversed entry, unless the call names another', async () => {
  const client = await app.client();
  const [here, other] = [
    await makeLocation(app.database, client.owner),
    await makeLocation(app.database, client.owner),
  ];
  const card = await makeCard(app.database, client.owner);
  const { id: user } = await makeUser(app.database, client.owner, { card });
  const name = { card: card.id, user };
  await call(client, 'addStamps', { ...name, amount: 3, location: here.id });
  await call(client, 'addStamps', { ...name, amount: 1, location: here.id });
  const ledger = async () => {
    const document = `{ loyaltyUser(card: "${card.id}", user: "${user}") { ledger { nodes { id locationId } } } }`;
    return (await client.graphql(document)).data.loyaltyUser.ledger.nodes;
  };
  const [second, first] = await ledger();

  await call(client, 'reverseLedgerEntry', { ...name, entry: first.id });
  await call(client, 'reverseLedgerEntry', { ...name, entry: second.id, location: other.id });

  expect((await ledger()).slice(0, 2)).toMatchObject([{ locationId: other.id }, { locationId: here.id }]);
  expect(await counted(client, here.id)).toEqual({ stampsAdded: 4, stampsRemoved: 3 });
  expect(await totalsOf(client, other.id)).toEqual({ stampsRemoved: 1 });
});

test('the event of a validation says whether it claimed, also when both happen in the same millisecond', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [before, within] = [
    await makeSession(app.database, client.owner, { coupon }),
    await makeSession(app.database, client.owner, { coupon }),
  ];
  await call(client, 'claimCouponSession', { session: before.session });
  await call(client, 'validateCouponSession', { session: before.session });
  await call(client, 'validateCouponSession', { session: within.session });

  const events = await eventsOf(app.database, { campaignId: coupon.id });
  const validations = events.filter(({ type }) => type === 'coupon_validated');
  expect(validations.map(({ session, data }) => [session, Number(data.claims)])).toEqual([
    [before.session, 0],
    [within.session, 1],
  ]);
});

test('a batch counts each session, and what an activation unvoids', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await call(client, 'createSingleUseUrls', { coupon: coupon.id, amount: 30, status: 'VOIDED' });
  await call(client, 'createSingleUseUrls', { coupon: coupon.id, amount: 20 });
  const sessions = await app.database.rows<{ sequence: number }>(
    'SELECT sequence FROM coupon_sessions WHERE coupon_id = ? ORDER BY sequence',
    [coupon.id],
  );
  const [startSequence, endSequence] = [String(sessions[25]?.sequence), String(sessions[34]?.sequence)];
  const range = { coupon: coupon.id, startSequence, endSequence };
  await call(client, 'batchUpdateCouponSessions', { ...range, operation: 'ACTIVATE' });
  await call(client, 'batchUpdateCouponSessions', { ...range, operation: 'CLAIM' });

  expect(await counted(client, coupon.id)).toEqual({ created: 50, voided: 30, unvoided: 5, claimed: 10 });
});

test.each(['CANCELLED', 'FAILED', 'DONE'] as const)('a job counts the sessions that it created: %s', async (end) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { bulkRows } = app.database.dialect;
  const amount = 2 * bulkRows + 5;
  const { data } = await client.graphql(
    `mutation { job: createCouponSessionsJob(input: { coupon: "${coupon.id}", amount: ${amount}, status: VOIDED }) { id } }`,
  );
  const which = { id: data.job.id, accountId: client.owner.account.id };
  const steps = { CANCELLED: 1, FAILED: 1, DONE: 3 }[end];
  const step = () => runStep(app.database);
  for (let count = 0; count < steps; count += 1) await step();
  if (end === 'CANCELLED')
    await app.database.transaction((transaction) => changeJob(transaction, which, ['QUEUED'], 'CANCELLED'));
  if (end === 'FAILED') {
    await app.database.transaction(({ change }) =>
      change('UPDATE coupons SET deleted_at = created_at WHERE id = ?', [coupon.id]),
    );
    await step();
  }

  const [job] = await app.database.rows<{ status: string }>('SELECT status FROM jobs WHERE id = ?', [which.id]);
  expect(job?.status).toBe(end);
  const created = end === 'DONE' ? amount : bulkRows;
  expect(await counted(client, coupon.id)).toEqual({ created, voided: created });
});

test('messages count when they are sent, arrive or fail', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const integration = await makeIntegration(app.database, client.owner);
  await send(app.database, integration, ['a@example.com', 'b@example.com'], { campaignId: coupon.id });
  const messages = await app.database.rows<{ number: number }>('SELECT number FROM messages WHERE campaign_id = ?', [
    coupon.id,
  ]);
  const numbers = messages.map(({ number }) => number);
  await app.database.transaction(async (transaction) => {
    await recordMessages(transaction, 'message_sent', numbers);
    await recordMessages(transaction, 'message_delivered', numbers.slice(0, 1));
    await recordMessages(transaction, 'message_failed', numbers.slice(1));
  });

  expect(await counted(client, coupon.id)).toEqual({ sent: 2, delivered: 1, failed: 1 });
});

test('a message to somebody who has opted out is suppressed, not failed, and one with an unknown outcome is neither', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const integration = await makeIntegration(app.database, client.owner);
  const addresses = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
  const ids = await send(app.database, integration, addresses, { campaignId: coupon.id });
  const statuses = ['FAILED', 'SUPPRESSED', 'SUPPRESSED', 'UNKNOWN'];
  await app.database.transaction(async (transaction) => {
    for (const [index, id] of ids.entries()) {
      await transaction.change('UPDATE messages SET status = ? WHERE id = ?', [statuses[index] ?? '', id]);
      const rows = await transaction.rows<{ number: number }>('SELECT number FROM messages WHERE id = ?', [id]);
      await recordMessages(
        transaction,
        'message_failed',
        rows.map(({ number }) => number),
      );
    }
  });

  expect(await counted(client, coupon.id)).toEqual({ failed: 1, suppressed: 2 });
});

test('a loyalty card counts stamps, points, rewards and users, and reversals on their own', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner, { stampsRequired: 5 });
  await makeReward(app.database, card);
  const pointsReward = await makeReward(app.database, card, { points: 10 });
  const user = await makeUser(app.database, client.owner, { card });
  await makeUser(app.database, client.owner, { card });
  const changed = async (
    ...request: Parameters<typeof change> extends [unknown, unknown, unknown, infer Wish] ? [Wish] : never
  ) => change(app.database, client.owner, user, ...request);
  const entries = () =>
    app.database.rows<{ id: string; reason: string }>(
      'SELECT id, reason FROM ledger_entries WHERE member = ? ORDER BY number',
      [user.number],
    );
  const reverse = async (reason: string) => {
    const entry = (await entries()).findLast((one) => one.reason === reason);
    await changed({ action: 'REVERSE', entry: entry?.id ?? '' });
  };
  const { rewards } = await changed({ action: 'ADD', unit: 'STAMPS', amount: 12 });
  await changed({ action: 'REMOVE', unit: 'STAMPS', amount: 1 });
  await reverse('STAMPS_REMOVED');
  await changed({ action: 'USE', rewards: [rewards?.[0]?.id ?? ''] });
  await reverse('REWARD_USED');
  await reverse('REWARD_EARNED');
  await changed({ action: 'ADD', unit: 'POINTS', amount: 30 });
  await changed({ action: 'REDEEM', reward: pointsReward.id });
  await call(client, 'deleteLoyaltyUser', { card: card.id, user: user.id });

  expect(await counted(client, card.id)).toEqual({
    ...{ stampsAdded: 13, stampsRemoved: 1, pointsAdded: 30, members: 2, membersRemoved: 1 },
    ...{ rewardsEarned: 3, rewardsUsed: 1, rewardsReturned: 1, rewardsWithdrawn: 1 },
  });
});

test('a directory counts its members and what they open, and the coupon counts the session', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const coupon = await makeCoupon(app.database, client.owner);
  await makePlacement(app.database, client.owner, directory, { coupon });
  const member = await makeDirectoryUser(app.database, client.owner, { directory });
  await openCampaign(app.database, directory, member, coupon.id);
  await openCampaign(app.database, directory, member, coupon.id);
  await call(client, 'deleteDirectoryUser', { directory: directory.id, user: member.id });

  expect(await counted(client, directory.id)).toEqual({ members: 1, openings: 2, membersRemoved: 1 });
  expect(await counted(client, coupon.id)).toEqual({ created: 1 });
  const { data } = await client.graphql('{ accountStatistics { totals { created members openings } } }');
  expect(data.accountStatistics.totals).toEqual({ created: '1', members: '1', openings: '2' });
});

test('totals of lists are those of each campaign, and of 0 without events', async () => {
  const client = await app.client();
  const one = await makeCoupon(app.database, client.owner);
  await makeCoupon(app.database, client.owner);
  await makeSession(app.database, client.owner, { coupon: one });
  const card = await makeCard(app.database, client.owner);
  await makeUser(app.database, client.owner, { card });
  const directory = await makeDirectory(app.database, client.owner);
  await makeDirectoryUser(app.database, client.owner, { directory });
  await countAll(app.database, client);

  const { data, codes } = await client.graphql(
    `{ coupons { nodes { totals { created } } } loyaltyCards { nodes { totals { members } } }
       directories { nodes { totals { members created moneySpent } } } }`,
  );

  expect(codes).toEqual([]);
  expect(data.coupons.nodes.map(({ totals }: { totals: { created: string } }) => totals.created).sort()).toEqual([
    '0',
    '1',
  ]);
  expect(data.loyaltyCards.nodes).toEqual([{ totals: { members: '1' } }]);
  expect(data.directories.nodes).toEqual([{ totals: { members: '1', created: '0', moneySpent: '0.000' } }]);
});

test('statistics stay when the campaign is deleted and its events are pruned', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSession(app.database, client.owner, { coupon });
  await countAll(app.database, client);
  await call(client, 'voidCoupon', { id: coupon.id });
  await call(client, 'deleteCoupon', { id: coupon.id });
  await runJobs(app.database);
  await app.database.transaction(({ change: deleted }) =>
    deleted('DELETE FROM events WHERE campaign_id = ?', [coupon.id]),
  );

  expect(await totalsOf(client, coupon.id)).toEqual({ created: 1 });
  const stranger = await app.client();
  const { codes } = await stranger.graphql(`{ campaignStatistics(campaign: "${coupon.id}") { from } }`);
  expect(codes).toEqual(['COUPON_NOT_FOUND']);
});
