import { expect, inject, test } from 'vitest';
import { actorsOf } from '../../src/events/event-actor.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useApp } from '../support/app.ts';
import { sequence } from '../support/events.ts';
import { makeAccount, makeCoupon, makeSession } from '../support/make.ts';
import { personOf } from '../support/make-people.ts';
import { rowsRead, scansOf } from '../support/plans.ts';
import { visit } from '../support/visitor.ts';

const app = useApp();

const query = `query ($campaign: ID!) {
  eventActors(campaign: $campaign) { keyId by amount events { type amount } }
}`;

test('keys, people and customers, with what each did', async () => {
  const client = await app.client();
  const till = client.with({});
  const { keyId, secret } = await makeAccount(app.database, { account: client.owner.account });
  const other = till.with({ 'X-Client-Id': keyId, 'X-Client-Secret': secret });
  const person = await personOf(app, client.owner, { name: 'Ada' });
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = [1, 2, 3].map(() => makeSession(app.database, client.owner, { coupon }));
  const claim = 'mutation ($i: ClaimCouponSessionInput!) { claimCouponSession(input: $i) { id } }';
  for (const { session } of await Promise.all(sessions))
    expect((await other.graphql(claim, { i: { session } })).codes).toEqual([]);
  await person.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id: coupon.id });
  await makeSession(app.database, client.owner);
  await sequence(app.database, client.owner.account);

  const { data } = await client.graphql(query, { campaign: coupon.id });

  expect(data.eventActors.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { keyId, by: 'test', amount: 3, events: [{ type: 'coupon_claimed', amount: 3 }] },
      { keyId: client.owner.keyId, by: 'test', amount: 3, events: [{ type: 'coupon_session_created', amount: 3 }] },
    ]),
  );
  expect(data.eventActors[2]).toEqual({
    ...{ keyId: person.person.id, by: 'Ada', amount: 1 },
    events: [{ type: 'coupon_edit_locked', amount: 1 }],
  });
  const foreign = await (await app.client()).graphql(query, { campaign: coupon.id });
  expect(foreign.data.eventActors).toEqual([]);
});

test('messages to people who have opted out are told apart from those that failed', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const rows = ['FAILED', 'SUPPRESSED', 'SUPPRESSED'].map((status) => [
    ...[newId('event'), client.owner.account.id, coupon.id, now(), client.owner.keyId, JSON.stringify({ status })],
  ]);
  await app.database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO events (id, account_id, campaign_id, created_at, key_id, data, kind, type)
       VALUES ${rows.map(() => `(?, ?, ?, ?, ?, ?, 'COUPON', 'message_failed')`).join(', ')}`,
      rows.flat(),
    ),
  );
  await sequence(app.database, client.owner.account);

  const { data } = await client.graphql(
    'query ($campaign: ID!) { eventActors(campaign: $campaign) { events { type amount suppressed } } }',
    { campaign: coupon.id },
  );
  const { text } = await (await visit(app, client.owner)).open(`/campaigns/${coupon.id}`);

  expect(data.eventActors).toEqual([{ events: [{ type: 'message_failed', amount: 3, suppressed: 2 }] }]);
  expect(text).toContain('Not sent: recipient opted out 2 · Message not delivered 1');
});

test('only the newest 1,000 events count, found by their index', async () => {
  const { owner } = await app.client();
  const campaign = newId('coupon');
  const rows = Array.from({ length: 1200 }, (_, index) => [
    ...[newId('event'), owner.account.id, campaign, now(), index < 200 ? 'key_old' : 'key_new', '{}'],
  ]);
  await app.database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO events (id, account_id, campaign_id, created_at, key_id, data, kind, type)
       VALUES ${rows.map(() => `(?, ?, ?, ?, ?, ?, 'COUPON', 'coupon_locked')`).join(', ')}`,
      rows.flat(),
    ),
  );
  await sequence(app.database, owner.account);
  const read = (on: Parameters<typeof actorsOf>[0]) => actorsOf(on, { accountId: owner.account.id, campaign });

  expect(await read(app.database)).toEqual([
    { keyId: 'key_new', amount: 1000, events: [{ type: 'coupon_locked', amount: 1000, suppressed: 0 }] },
  ]);
  if (inject('engine') === 'sqlite') expect(await scansOf(app.database, read, /SCAN e\b/)).toEqual([]);
  else expect(await rowsRead(app.database, read)).toBeLessThan(4000);
});
