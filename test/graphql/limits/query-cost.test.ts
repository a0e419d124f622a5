import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { operations } from '../../../src/api/operation.ts';
import { costOf } from '../../../src/graphql/limits/query-cost.ts';
import { maximumCost } from '../../../src/graphql/limits/request-budget.ts';
import { schema } from '../../../src/main/registries/schema.ts';
import { documentFor } from '../../generated/documents.ts';

function cost(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  return costOf(schema, document, null, variables);
}

const sessions = 'query ($n: Int = 7) { couponSessions(coupon: "cam_1", first: $n) { nodes { session email } } }';

test('the size of a page is read from the variables, their defaults, and the default of the service', () => {
  const literal = (size: number) =>
    cost(`{ couponSessions(coupon: "cam_1", first: ${size}) { nodes { session email } } }`);

  expect(cost(sessions, { n: 1000 })).toBe(literal(1000));
  expect(cost(sessions)).toBe(literal(7));
  expect(cost(sessions, { n: null })).toBe(literal(100));
  expect(literal(1000) - literal(0)).toBe(2000);

  const inherited =
    'query ($constructor: Int) { couponSessions(coupon: "cam_1", last: $constructor, first: 1000) { nodes { session email } } }';
  expect(cost(inherited), 'a variable that is not given, with the name of a member of every object').toBe(
    literal(1000),
  );
});

test('a document that is sent again costs what its variables make of it', () => {
  const document = parse(sessions);
  const costWith = (variables: object) => costOf(schema, document, null, { ...variables });

  const [page, largePage] = [costWith({}), costWith({ n: 1000 })];
  expect([costWith({}), costWith({ n: 1000 })]).toEqual([page, largePage]);
  expect(largePage - page).toBe(2 * (1000 - 7));
});

test('a far page costs what it skips, up to half of what a document may cost', () => {
  const page = (number: number | null) =>
    cost('query ($page: Int) { couponSessions(coupon: "cam_1", first: 100, page: $page) { nodes { session } } }', {
      page: number,
    });

  expect(page(1)).toBe(page(null));
  expect(page(1001) - page(1)).toBe(10_000);
  expect(page(1_000_000) - page(1)).toBe(maximumCost / 2);
});

test('a filter and the length of a list cost more than the list', () => {
  const list = (input: string, fields: string) => cost(`{ loyaltyUsers(card: "loy_1"${input}) { ${fields} } }`);
  const plain = list('', 'nodes { id }');

  expect(list(', filter: { keyword: "a" }', 'nodes { id }') - plain).toBe(500);
  expect(list('', 'totalCount nodes { id }') - plain).toBe(2000);
});

test('a long text costs one for each 1,000 characters that it can have, and a short one costs one', () => {
  const coupons = (fields: string) =>
    cost(`{ coupons(first: 100) { nodes { id ${fields} } } }`) - cost('{ coupons(first: 100) { nodes { id } } }');

  expect(coupons('title')).toBe(100);
  expect(coupons('description')).toBe(10 * 100);
  expect(coupons('emailBody')).toBe(50 * 100);
});

test('nested pages multiply', () => {
  const nested = `query ($n: Int, $m: Int) {
    loyaltyUsers(card: "loy_1", first: $n) { nodes { ledger(first: $m) { nodes { id } } } }
  }`;

  expect(cost(nested, { n: 1000, m: 1000 })).toBeGreaterThan(1_000_000);
  expect(cost(nested, { n: 10, m: 10 })).toBeLessThan(300);
});

test('the number of nodes is that of their ids, and each costs what its fragments hold', () => {
  const nodes = (fields: string, amount: number) =>
    cost(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${fields} } }`, { ids: Array(amount).fill('cam_0123456789ab') });
  const ledger = '... on LoyaltyUser { ledger(first: 1000) { nodes { id delta balance } } }';

  expect(nodes('id', 100) - nodes('id', 0)).toBe(100);
  expect(nodes('id ... on Coupon { name tags }', 100)).toBeGreaterThan(nodes('id', 100) + 1000);
  expect(nodes(ledger, 100)).toBeGreaterThan(maximumCost);
});

test('the number of rows of a bulk mutation is read from its input', () => {
  const bulk = 'mutation ($i: CreateSingleUseUrlsInput!) { createSingleUseUrls(input: $i) { sessions { session } } }';

  expect(cost(bulk, { i: { coupon: 'cam_1', amount: 100_000 } })).toBeGreaterThan(10_000);
  expect(cost(bulk, { i: { coupon: 'cam_1', amount: 1 } })).toBeLessThan(100);
});

test('the largest bulk creation with all its fields is allowed', () => {
  const bulk = `mutation ($i: CreateSingleUseUrlsInput!) { createSingleUseUrls(input: $i) {
    sessions { session sequenceId url widgetValidationCode customValidationCode couponId }
  } }`;

  expect(cost(bulk, { i: { coupon: 'cam_1', amount: 100_000 } })).toBeLessThanOrEqual(maximumCost);
});

test('what @skip and @include leave out costs nothing', () => {
  const query =
    'query ($all: Boolean!) { viewer { keyId keyName @include(if: $all) account @skip(if: true) { name } } }';

  expect(cost(query, { all: false })).toBe(cost('{ viewer { keyId } }'));
  expect(cost(query, { all: true })).toBe(cost('{ viewer { keyId keyName } }'));
});

test('a document that is sent again costs nothing for what its variables leave out', () => {
  const document = parse('query ($all: Boolean!, $id: ID!) { coupon(id: $id) { id name @include(if: $all) } }');
  const costWith = (all: boolean) => costOf(schema, document, null, { all, id: 'cam_1' });

  const all = costWith(true);
  expect([costWith(false), costWith(true), costWith(false)]).toEqual([all - 1, all, all - 1]);
});

test('fragments cost as much as what they hold, and fragments that double end at once', () => {
  const spread = '{ viewer { ...K } } fragment K on Viewer { keyId ... on Viewer { keyName } }';
  const doubling = Array.from({ length: 200 }, (_, index) => {
    const inside = index === 199 ? '__typename' : `...F${index + 1} ...F${index + 1}`;
    return `fragment F${index} on Query { ${inside} }`;
  });

  expect(cost(spread)).toBe(cost('{ viewer { keyId keyName } }'));
  expect(costOf(schema, parse(`{ ...F0 } ${doubling.join(' ')}`))).toBeGreaterThan(maximumCost);
});

test('every operation with every field, with pages of the default size, is allowed', () => {
  const costs = [...operations.values()].map((operation) => ({
    name: operation.name,
    cost: cost(documentFor(operation)),
  }));

  expect(costs.filter(({ cost }) => cost > maximumCost)).toEqual([]);
});

test('the list of tags costs as much as the coupons that it reads', () => {
  expect(costOf(schema, parse('{ tags { tag } }'), null, {})).toBeGreaterThanOrEqual(2000);
});
