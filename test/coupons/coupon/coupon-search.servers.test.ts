import { expect, test } from 'vitest';
import { type CouponFilter, filteredCoupons } from '../../../src/coupons/coupon/coupon-filter.ts';
import { couponStates, stateOf } from '../../../src/coupons/coupon/coupon-state.ts';
import type { Page } from '../../../src/kernel/database/paging.ts';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeFolder } from '../../support/make.ts';

const app = useApp();

const query = `query ($filter: CouponFilter, $first: Int, $after: String, $last: Int, $before: String) {
  coupons(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { name state } pageInfo { hasNextPage startCursor endCursor }
  }
}`;

async function names(client: Client, filter: object): Promise<string[]> {
  const { data, codes } = await client.graphql(query, { filter });
  expect(codes).toEqual([]);
  return data.coupons.nodes.map(({ name }: { name: string }) => name);
}

const hour = 3600 * 1000;
const inHours = (hours: number) => toInstant(new Date(Date.now() + hours * hour));

test('text finds names and titles, ignoring case, and codes and ids', async () => {
  const client = await app.client();
  await makeCoupon(app.database, (await app.client()).owner, { name: 'Österliche Brötchen' });
  const day = (number: number) => ({ createdAt: `2026-01-0${number} 00:00:00.000` });
  const easter = await makeCoupon(app.database, client.owner, { name: 'ÖSTERLICHE Brötchen', ...day(1) });
  const bread = await makeCoupon(app.database, client.owner, { name: 'Bread', title: 'Österlich 50%_off', ...day(2) });
  await makeCoupon(app.database, client.owner, { name: 'Cake', title: null, ...day(3) });

  expect(await names(client, { text: 'österlich' })).toEqual(['Bread', 'ÖSTERLICHE Brötchen']);
  expect(await names(client, { text: ' BRÖTCHEN ' })).toEqual(['ÖSTERLICHE Brötchen']);
  expect(await names(client, { text: '50%_' })).toEqual(['Bread']);
  expect(await names(client, { text: '%' })).toEqual(['Bread']);
  expect(await names(client, { text: '\\' })).toEqual([]);
  expect(await names(client, { text: "' OR 1=1 --" })).toEqual([]);
  expect(await names(client, { text: easter.code })).toEqual(['ÖSTERLICHE Brötchen']);
  expect(await names(client, { text: bread.id })).toEqual(['Bread']);
});

test('each state has its coupons, and a coupon one state', async () => {
  const client = await app.client();
  const given = [
    { voided: true, locked: true, expiresAt: inHours(-1) },
    { locked: true, status: 'EXAMPLE' },
    { status: 'EXAMPLE', expiresAt: inHours(-1) },
    { expiresAt: inHours(-1), startsAt: inHours(1) },
    { startsAt: inHours(1), expiresAt: inHours(2) },
    { expiresAt: inHours(7 * 24 - 1), startsAt: inHours(-1) },
    { expiresAt: inHours(7 * 24 + 1) },
  ] as const;
  for (const [index, facts] of given.entries()) {
    const coupon = await makeCoupon(app.database, client.owner, { name: couponStates[index] as string, ...facts });
    expect(stateOf(coupon)).toBe(couponStates[index]);
  }

  for (const state of couponStates) {
    const { data } = await client.graphql(query, { filter: { states: [state] } });
    expect(data.coupons.nodes).toEqual([{ name: state, state }]);
  }
  expect(await names(client, { states: ['RUNNING', 'ENDING_SOON'] })).toHaveLength(2);
  expect(await names(client, { states: ['RUNNING'], text: 'running', status: 'ACTIVE' })).toEqual(['RUNNING']);
});

test('pages of a search continue in both directions, with the other filters', async () => {
  const client = await app.client();
  const folder = (await makeFolder(app.database, client.owner)).id;
  for (let number = 1; number <= 5; number += 1) {
    const facts = { createdAt: `2026-01-0${number} 00:00:00.000`, folder, tags: ['bread'] };
    await makeCoupon(app.database, client.owner, { name: `Roll ${number}`, ...facts });
    await makeCoupon(app.database, client.owner, { name: `Cake ${number}`, ...facts });
  }
  await makeCoupon(app.database, client.owner, { name: 'Roll 6' });
  const filter = { text: 'roll', folder, tags: ['bread'], states: ['RUNNING'] };
  const page = async (variables: object) => (await client.graphql(query, { filter, ...variables })).data.coupons;
  const namesOf = ({ nodes }: { nodes: { name: string }[] }) => nodes.map(({ name }) => name);

  const first = await page({ first: 3 });
  const rest = await page({ first: 3, after: first.pageInfo.endCursor });
  const last = await page({ last: 2 });
  const before = await page({ last: 2, before: last.pageInfo.startCursor });

  expect([namesOf(first), first.pageInfo.hasNextPage]).toEqual([['Roll 5', 'Roll 4', 'Roll 3'], true]);
  expect([namesOf(rest), rest.pageInfo.hasNextPage]).toEqual([['Roll 2', 'Roll 1'], false]);
  expect([namesOf(last), namesOf(before)]).toEqual([
    ['Roll 2', 'Roll 1'],
    ['Roll 4', 'Roll 3'],
  ]);
});

test('a page looks through a limited number of coupons', async () => {
  const client = await app.client();
  for (const [index, name] of ['Old roll', 'Cake', 'Cake', 'New roll'].entries())
    await makeCoupon(app.database, client.owner, { name, createdAt: `2026-01-0${index + 1} 00:00:00.000` });
  const found = async (filter: CouponFilter, max: number, page: Partial<Page> = {}) => {
    const given = { size: 10, backward: false, from: null, ...page };
    const { found, stoppedAt } = await filteredCoupons(app.database, client.owner.account.id, filter, given, max);
    return { names: found.map(({ name }) => name), from: stoppedAt as Page['from'] };
  };

  const first = await found({ text: 'roll' }, 3);
  expect(first).toEqual({ names: ['New roll'], from: [expect.stringMatching(/^2026-01-02 /), expect.any(String)] });
  expect(await found({ text: 'roll' }, 3, { from: first.from })).toEqual({ names: ['Old roll'], from: null });
  const last = await found({ text: 'roll' }, 3, { backward: true });
  expect(last).toEqual({ names: ['Old roll'], from: [expect.stringMatching(/^2026-01-03 /), expect.any(String)] });
  expect((await found({ text: 'roll' }, 3, { backward: true, from: last.from })).names).toEqual(['New roll']);
  expect((await found({ text: 'roll' }, 4)).names).toEqual(['New roll', 'Old roll']);
  expect((await found({ states: ['RUNNING'] }, 2)).names).toEqual(['New roll', 'Cake']);
  expect(await found({}, 2)).toMatchObject({ names: { length: 4 }, from: null });
});

test.each([
  [{ text: '' }, 'filter.text'],
  [{ text: '   ' }, 'filter.text'],
  [{ text: 'x'.repeat(101) }, 'filter.text'],
  [{ states: [] }, 'filter.states'],
])('refuses %j', async (filter, field) => {
  const { codes, errors } = await (await app.client()).graphql(query, { filter });
  expect([codes, errors[0]?.extensions.field]).toEqual([['INVALID_INPUT'], field]);
});
