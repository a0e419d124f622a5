import { expect, test } from 'vitest';
import { now } from '../../../src/kernel/values/instant.ts';
import { quarterOf, Tally } from '../../../src/statistics/tally/tally.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { sequence } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { personOf } from '../../support/make-people.ts';
import { countAll } from '../../support/statistics.ts';
import { hostile, visit } from './campaign-visitor.ts';

const app = useAppWithDatabaseOfItsOwn();

async function count(client: Client, campaignId: string, at: string, counts: object): Promise<void> {
  const tally = new Tally();
  tally.add({ accountId: client.owner.account.id, campaignId }, quarterOf(at), counts);
  await app.database.transaction((transaction) => tally.store(transaction));
}

test('without codes, the overview shows zeros and no error', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);

  const { status, text } = await (await visit(app, client, 'ANALYST')).get(`/campaigns/${id}`);

  expect(status).toBe(200);
  for (const shown of ['Funnel', 'No attempts were refused', 'No activity yet']) expect(text).toContain(shown);
});

test('the funnel, the days and those before show what was counted', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { currency: 'EUR', timezone: 'Europe/Berlin' });
  await count(client, id, '2026-03-10 12:00', { created: 4000, claimed: 1000, validated: 250, moneySpent: 99_500 });
  await count(client, id, '2026-03-05 12:00', { validated: 111 });
  const visitor = await visit(app, client);

  const { text } = await visitor.get(`/campaigns/${id}?from=2026-03-08&to=2026-03-12`);

  for (const shown of [
    '>4,000<',
    '>1,000<',
    '25%',
    '>250<',
    '>111 in the previous period<',
    '€99.50',
    'Days in the time zone Europe/Berlin',
  ])
    expect(text).toContain(shown);
  expect(text).toContain('value="2026-03-08"');
  const [, csv = ''] = /href="([^"]+\/exports\/[^"]+)"/.exec(text) ?? [];
  expect((await (await fetch(csv.replaceAll('&amp;', '&'))).text()).split('\n')).toHaveLength(7);
});

test.each([
  ['days=7', 200],
  ['days=7&by=HOUR', 200],
  ['days=365&by=HOUR', 200],
  ['days=3653&by=MONTH&show=moneySpent', 200],
  ['days=0', 200],
  ['days=1e9', 200],
  ['from=2026-02-30&to=2026-03-01', 200],
  ['from=2026-03-02&to=2026-03-01', 200],
  ['from=1000-01-01&to=9999-12-31', 200],
  ['from=2026-03-02', 200],
  ['show=__proto__&by=toString', 200],
  ['from=9999-12-30&to=9999-12-31', 200],
])('%s in the address is understood or left out', async (query, expected) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);

  expect((await (await visit(app, client)).get(`/campaigns/${id}?${query}`)).status).toBe(expected);
});

test('it names who was active, and why attempts were refused', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const ada = await personOf(app, client.owner, { name: `Ada ${hostile}` });
  await ada.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id: couponId });
  const claim = 'mutation ($i: ClaimCouponSessionInput!) { claimCouponSession(input: $i) { id } }';
  expect((await client.graphql(claim, { i: { session } })).codes).toEqual(['COUPON_LOCKED']);
  await countAll(app.database, client);
  await count(client, couponId, now(), { claimed: 1 });

  const { text } = await (await visit(app, client)).get(`/campaigns/${couponId}?days=7`);

  expect(text).toContain('Campaign locked 1');
  expect(text).toContain('Ada &quot;>&lt;img');
  expect(text).not.toContain('<img src=x');
});

test('the activity shows the newest first, in pages, by type', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  for (let number = 0; number < 51; number += 1) await makeSession(app.database, client.owner, { coupon });
  const ada = await personOf(app, client.owner, { name: 'Ada' });
  await ada.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id: coupon.id });
  await sequence(app.database, client.owner.account);
  const visitor = await visit(app, client, 'ANALYST');
  const path = `/campaigns/${coupon.id}/activity`;

  const first = await visitor.get(path);
  const [, next = ''] = /href="\/console([^"]*after=[^"]*)"/.exec(first.text) ?? [];
  const second = await visitor.get(next.replaceAll('&amp;', '&'));

  expect(first.text).toMatch(/<tbody><tr><td[^>]*>.*?Campaign locked.*?Ada/);
  expect(first.text.match(/<tr>/g)).toHaveLength(51);
  expect(second.text.match(/<tr>/g)).toHaveLength(3);
  const locked = await visitor.get(`${path}?type=coupon_edit_locked`);
  expect(locked.text.match(/<tr>/g)).toHaveLength(2);
  expect((await visitor.get(`${path}?type=coupon_claimed`)).text).toContain('No events of this kind');
  for (const wrong of ['after=nonsense', 'after=-1', 'type=__proto__', 'after=999999999999999'])
    expect((await visitor.get(`${path}?${wrong}`)).status).toBe(200);
});

test('the preview shows the page and the passes, with text of strangers escaped twice', async () => {
  const client = await app.client();
  const given = { title: `Rolls ${hostile}`, terms: '</iframe><script>alert(1)</script>', value: '3', currency: 'EUR' };
  const { id } = await makeCoupon(app.database, client.owner, given);

  const { status, text } = await (await visit(app, client)).get(`/campaigns/${id}/preview`);

  expect(status).toBe(200);
  expect(text).toContain('sandbox');
  expect(text).toContain('data:image/svg+xml;base64,');
  expect(text).toContain('Worth €3.00');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('<img src=x');
});
