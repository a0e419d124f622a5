import { expect, test } from 'vitest';
import { maxReservedADay, pruneReserved } from '../../../src/sessions/batch/sequence-reservation.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();
const maxOfJob = 5_000_000;

const queue = (client: Client, coupon: string, amount = maxOfJob) =>
  client.graphql(
    'mutation ($i: CreateCouponSessionsJobInput!) { createCouponSessionsJob(input: $i) { firstSequence } }',
    {
      i: { coupon, amount },
    },
  );

async function lastReserved(): Promise<number> {
  const [row] = await app.database.rows<{ value: number }>("SELECT value FROM sequences WHERE name = 'session'");
  return Number(row?.value);
}

test.each([
  'mutation ($c: ID!) { createCouponSessionsJob(input: { coupon: $c, amount: 5000000 }) { id } }',
  'mutation ($c: ID!) { createSingleUseUrls(input: { coupon: $c, amount: 100000 }) { sessions { session } } }',
])('for a coupon that the account does not have, no sequence id is used up: %s', async (mutation) => {
  const client = await app.client();
  const foreign = await makeCoupon(app.database, (await app.client()).owner);
  const before = await lastReserved();

  const answers = [
    await client.graphql(mutation, { c: foreign.id }),
    await client.graphql(mutation, { c: 'cam_000000000000' }),
  ];

  expect(answers.map(({ codes }) => codes)).toEqual([['COUPON_NOT_FOUND'], ['COUPON_NOT_FOUND']]);
  // Other tests of this process may create single sessions meanwhile.
  expect((await lastReserved()) - before).toBeLessThan(100_000);
});

test('an account and its subaccounts reserve a bounded number of sequence ids a day', async () => {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const [coupon, ofChild] = [await makeCoupon(app.database, parent.owner), await makeCoupon(app.database, child.owner)];
  for (let reserved = 0; reserved < maxReservedADay; reserved += 2 * maxOfJob) {
    expect((await queue(parent, coupon.id)).codes).toEqual([]);
    expect((await queue(child, ofChild.id)).codes).toEqual([]);
  }
  const before = await lastReserved();

  const { codes, errors } = await queue(child, ofChild.id, 1);
  const { codes: ofRest, status } = await parent.rest('/v3/multiplesingleuse/create', {
    campaign: coupon.id,
    amount: 1,
  });

  expect(codes).toEqual(['TOO_MANY_REQUESTS']);
  expect(errors[0]?.message).toContain('50,000,000 sequence ids a day');
  expect([status, ofRest]).toEqual([429, [1002]]);
  expect(await lastReserved()).toBe(before);
  const neighbour = await app.client();
  expect((await queue(neighbour, (await makeCoupon(app.database, neighbour.owner)).id, 1)).codes).toEqual([]);
});

test('simultaneous first reservations of a day all count', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);

  const answers = await Promise.all(Array.from({ length: 12 }, () => queue(client, id)));

  expect(answers.filter(({ codes }) => codes.length === 0)).toHaveLength(maxReservedADay / maxOfJob);
});

test('the counts of past days are removed', async () => {
  const client = await app.client();
  await queue(client, (await makeCoupon(app.database, client.owner)).id, 1);
  const name = `reserved 2026-01-02 ${client.owner.account.id}`;
  await app.database.transaction((transaction) =>
    transaction.change('INSERT INTO sequences (name, value) VALUES (?, 7)', [name]),
  );

  await pruneReserved(app.database);

  const left = await app.database.rows<{ name: string }>('SELECT name FROM sequences WHERE name LIKE ?', [
    `reserved %${client.owner.account.id}`,
  ]);
  expect(left.map(({ name }) => name)).toEqual([expect.not.stringContaining('2026-01-02')]);
});
