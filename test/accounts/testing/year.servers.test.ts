import { expect, test } from 'vitest';
import { listCaptured } from '../../../src/messaging/platform/outbox.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { advance, clockOf, makeTestAccount } from '../../support/make-test-account.ts';
import { Receiver } from '../../support/receiver.ts';
import { threadTime } from '../../support/thread-time.ts';

const app = useAppWithBackground();

const day = 86_400_000;

/** Calls mutations, and expects that none is refused. */
async function call(client: Client, name: string, input: object, fields: string) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await client.graphql(`mutation ($i: ${type}!) { done: ${name}(input: $i) { ${fields} } }`, {
    i: input,
  });
  expect(errors ?? []).toEqual([]);
  return data.done;
}

/** What an account has at the beginning of the year: something that is due at many times. */
async function life(client: Client, from: number, receiver: Receiver) {
  const at = (days: number) => new Date(from + days * day).toISOString();
  const retention = { messagesDays: 30, deliveriesDays: 30 };
  await call(client, 'updateAccount', { domain: 'bakery.example', retention }, 'id');
  const types = ['coupon_claimed', 'directory_access_expired'];
  const created = await call(client, 'createWebhookEndpoint', { url: receiver.url, types }, 'secret');
  receiver.secret = created.secret;
  const fixed = { fixed: { at: at(100).slice(0, 19).replace('T', ' ') } };
  const bread = await call(client, 'createCoupon', { name: 'Bread', expiry: fixed }, 'id');
  const cake = await call(client, 'createCoupon', { name: 'Cake', expiry: { flexible: { days: 30 } } }, 'id');
  const sessionsOf = async (coupon: string): Promise<string[]> => {
    // A flexible expiry counts from the start of the session.
    const batch = { coupon, amount: 3, status: 'ACTIVATED' };
    const { sessions } = await call(client, 'createSingleUseUrls', batch, 'sessions { session }');
    return sessions.map(({ session }: { session: string }) => session);
  };
  const directory = await makeDirectory(app.database, client.owner);
  const member = await makeDirectoryUser(app.database, client.owner, { directory });
  const access = { directory: directory.id, user: member.id, expiresAt: at(90) };
  await call(client, 'grantPaidAccess', access, 'paidAccessUntil');
  const card = await makeCard(app.database, client.owner);
  const mail = () => call(client, 'sendLoyaltyCardEmail', { card: card.id, email: 'ada@example.com' }, '__typename');
  return { bread: await sessionsOf(bread.id), cake: await sessionsOf(cake.id), mail, at };
}

const endOf = async (client: Client, session: string) => {
  const { data } = await client.graphql(`{ couponSession(session: "${session}") { expired expiresAt } }`);
  return data.couponSession;
};

const claim = (client: Client, session: string) =>
  client.graphql('mutation ($i: ClaimCouponSessionInput!) { claimCouponSession(input: $i) { claimedAt } }', {
    i: { session },
  });

const deliveriesOf = async (client: Client, type: string) => {
  const { data } = await client.graphql(
    '{ webhookDeliveries(first: 100) { nodes { createdAt status event { type } attempts { at error } } } }',
  );
  return data.webhookDeliveries.nodes.filter(({ event }: { event: { type: string } | null }) => event?.type === type);
};

const messagesOf = async (client: Client) =>
  (await client.graphql('{ messages(first: 10) { nodes { id status } } }')).data.messages.nodes;

/** Returns the seconds between attempts. */
function pausesOf(attempts: { at: string }[]): number[] {
  const times = attempts.map(({ at }) => Date.parse(at)).sort((one, other) => one - other);
  return times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
}

/** Retries are spread by up to a tenth, and an attempt takes some seconds on a busy machine. */
const roughly = (seconds: number) =>
  expect.toSatisfy((pause: number) => pause >= seconds * 0.9 - 1 && pause <= seconds * 1.1 + 20);

test('a year in a test account takes seconds, and beside it nothing happens', async () => {
  const live = await app.client();
  const ofTest = await makeTestAccount(app.database, live);
  const [there, here] = [await Receiver.start(), await Receiver.start()];
  const from = Date.parse((await clockOf(ofTest)).time);
  await call(live, 'connectIntegration', { channel: 'EMAIL', provider: 'CAPTURE', settings: {} }, 'id');
  const [ours, theirs] = [await life(ofTest, from, there), await life(live, from, here)];
  await ours.mail();
  await theirs.mail();
  let milliseconds = 0;
  const pass = async (days: number) => {
    milliseconds += await threadTime(() => advance(ofTest, new Date(from + days * day)));
  };

  // The endpoint fails four times, and then recovers. Its retries come due in their order on the clock of the account.
  there.answers = [500, 500, 500, 500, 200];
  expect((await claim(ofTest, ours.bread[0] ?? '')).codes).toEqual([]);
  await pass(10);
  const [delivery] = await deliveriesOf(ofTest, 'coupon_claimed');
  expect(delivery).toMatchObject({ status: 'DELIVERED' });
  expect(pausesOf(delivery.attempts)).toEqual([5, 300, 1800, 3600].map(roughly));
  expect(there.received).toHaveLength(5);

  expect(await endOf(ofTest, ours.cake[0] ?? '')).toMatchObject({ expired: false });
  expect((await claim(ofTest, ours.bread[1] ?? '')).codes).toEqual([]);
  await pass(31);
  expect(await endOf(ofTest, ours.cake[0] ?? '')).toMatchObject({ expired: true });
  expect((await claim(ofTest, ours.cake[1] ?? '')).codes).toEqual(['SESSION_EXPIRED']);
  expect(await endOf(ofTest, ours.bread[2] ?? '')).toMatchObject({ expired: false });
  // Successful deliveries are kept for 30 days, so only the second is left.
  expect(await deliveriesOf(ofTest, 'coupon_claimed')).toMatchObject([{ status: 'DELIVERED' }]);

  await pass(200);
  expect((await claim(ofTest, ours.bread[2] ?? '')).codes).toEqual(['SESSION_EXPIRED']);
  await pass(365);
  expect(milliseconds, 'processor time').toBeLessThan(20_000);

  // Paid access expired on its day, and its webhook came.
  const { account } = ofTest.owner;
  const events = await eventsOf(app.database, { accountId: account.id });
  const ended = events.find(({ type }) => type === 'directory_access_expired');
  expect(there.received.at(-1)?.payload.type).toBe('directory_access_expired');
  expect(ended?.createdAt.slice(0, 16)).toBe(ours.at(90).slice(0, 16).replace('T', ' '));

  // Statistics count what happened on the days on which it happened.
  const daysOf = async (client: Client) => {
    const { data } = await client.graphql(
      `{ accountStatistics(from: "${ours.at(0).slice(0, 10)}", to: "${ours.at(365).slice(0, 10)}") { points { start counts { claimed } } } }`,
    );
    return data.accountStatistics.points
      .filter(({ counts }: { counts: { claimed: string } }) => counts.claimed !== '0')
      .map(({ start, counts }: { start: string; counts: { claimed: string } }) => [start.slice(0, 10), counts.claimed]);
  };
  expect(await daysOf(ofTest)).toEqual([
    [ours.at(0).slice(0, 10), '1'],
    [ours.at(10).slice(0, 10), '1'],
  ]);

  // Nothing is left of what is kept for 30 days. The message stayed in the house.
  expect(await deliveriesOf(ofTest, 'coupon_claimed')).toEqual([]);
  expect(await messagesOf(ofTest)).toEqual([]);
  expect(await listCaptured(app.dataDirectory, account.id)).toHaveLength(1);

  // The live account has the real time: nothing of it expired, was pruned or came due.
  expect(await messagesOf(live)).toHaveLength(1);
  expect(await endOf(live, theirs.cake[0] ?? '')).toMatchObject({ expired: false });
  expect((await claim(live, theirs.bread[0] ?? '')).codes).toEqual([]);
  const livesEvents = await eventsOf(app.database, { accountId: live.owner.account.id });
  expect(livesEvents.map(({ type }) => type)).not.toContain('directory_access_expired');
  await expect.poll(async () => (await deliveriesOf(live, 'coupon_claimed')).length).toBe(1);
  expect((await live.graphql('{ viewer { account { clock { time } } } }')).data.viewer.account.clock).toBeNull();
});
