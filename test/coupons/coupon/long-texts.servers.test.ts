import { beforeAll, expect, test, vi } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const app = useApp({ rateLimit: 1000 });
const texts = {
  description: '述'.repeat(10_000),
  terms: '条'.repeat(10_000),
  termsShort: '短'.repeat(1000),
  emailBody: '券'.repeat(50_000),
  smsBody: '信'.repeat(1000),
};
const mebibyte = 1024 * 1024;
let client: Client;
let ids: string[];

beforeAll(async () => {
  client = await app.client();
  const aliases = Array.from({ length: 40 }, (_, index) => `c${index}: createCoupon(input: $input) { id }`);
  const made = [];
  for (let round = 0; round < 3; round += 1) {
    const { data } = await client.graphql(`mutation ($input: CreateCouponInput!) { ${aliases.join(' ')} }`, {
      input: { name: 'Bread', ...texts },
    });
    made.push(...Object.values(data as Record<string, { id: string }>));
  }
  ids = made.map(({ id }) => id);
});

/** Counts the characters that the database returns while `read` runs. */
async function charactersRead(read: () => Promise<unknown>): Promise<number> {
  const rows = vi.spyOn(app.database, 'rows');
  await read();
  const found = await Promise.all(rows.mock.results.map(({ value }) => value));
  rows.mockRestore();
  return JSON.stringify(found).length;
}

test('a list of coupons reads long texts only if they are selected', async () => {
  const list = (fields: string) => async () => {
    const { data, codes } = await client.graphql(`{ coupons(first: 120) { nodes { id ${fields} } } }`);
    expect(codes).toEqual([]);
    expect(data.coupons.nodes.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
    return data.coupons.nodes;
  };

  expect(await charactersRead(list('name title'))).toBeLessThan(ids.length * 2000);
  expect(await charactersRead(list('description'))).toBeLessThan(ids.length * 13_000);
  expect(await list('description')()).toEqual(
    ids.map(() => expect.objectContaining({ description: texts.description })),
  );
});

test('a coupon has all of its texts, whatever it was found through', async () => {
  const [id = ''] = ids;
  const fields = Object.keys(texts).join(' ');
  const { data } = await client.graphql(
    `{ coupon(id: "${id}") { ${fields} } node(id: "${id}") { ... on Coupon { ${fields} } } }`,
  );

  expect([data.coupon, data.node]).toEqual([texts, texts]);
});

test('the complete list over REST arrives in steps, with its texts, and costs what it is long', async () => {
  const { body, headers } = await client.rest('/v3/coupon/list');

  expect(body.amount_of_campaigns).toBe('120');
  expect(body.coupon_info.map(({ ID }: { ID: string }) => ID).toSorted()).toEqual(ids.toSorted());
  for (const { description, terms, terms_short } of body.coupon_info)
    expect({ description, terms, termsShort: terms_short }).toEqual({
      description: texts.description,
      terms: texts.terms,
      termsShort: texts.termsShort,
    });
  const points = Math.floor(Buffer.byteLength(JSON.stringify(body)) / 65_536);
  expect(points).toBeGreaterThan((7 * mebibyte) / 65_536);
  const next = await client.rest('/v3/coupon/info', { id: ids[0] });
  expect(remaining(headers) - remaining(next.headers)).toBeGreaterThanOrEqual(points);
});

function remaining(headers: Headers): number {
  return Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
}
