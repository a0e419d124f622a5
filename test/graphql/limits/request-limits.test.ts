import { expect, test, vi } from 'vitest';
import { overWebSocket } from '../../http/over-websocket.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import { makeCard, makeUsers } from '../../support/make-loyalty.ts';

const app = useApp();

const times = (amount: number, text: (index: number) => string) =>
  Array.from({ length: amount }, (_, index) => text(index)).join(' ');

const nested = `query ($n: Int, $card: ID!) {
  loyaltyUsers(card: $card, first: $n) { nodes { ledger(first: $n) { nodes { id delta balance } } } }
}`;

test('the cost counts what the variables ask for', async () => {
  const client = await app.client();
  const { id: card } = await makeCard(app.database, client.owner);

  const { codes, data, errors } = await client.graphql(nested, { n: 1000, card });

  expect([codes, data]).toEqual([['INVALID_QUERY'], null]);
  expect(errors[0]?.message).toMatch(/would cost [\d,]{9,}, more than 100,000/);
  expect((await client.graphql(nested, { n: 10, card })).codes).toEqual([]);
});

test('server-sent events and WebSocket have the same limit', async () => {
  const client = await app.client();
  const query = nested.replace('$n: Int, $card: ID!', '$n: Int = 1000, $card: ID! = "loy_0123456789ab"');
  const events = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });

  expect(await events.text()).toContain('more than 100,000');
  expect(await overWebSocket(app.url, client.headers, query)).toMatchObject({
    errors: [{ extensions: { code: 'INVALID_QUERY' } }],
  });
});

test('45 ledgers of each user of a page need a statement for 64 users', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const users = await makeUsers(app.database, client.owner, card, Array(30).fill({}));
  for (const { id: user } of users)
    await client.graphql('mutation ($i: AddStampsInput!) { addStamps(input: $i) { id } }', {
      i: { card: card.id, user, amount: 3 },
    });
  const query = `query ($card: ID!) { loyaltyUsers(card: $card, first: 30) {
    nodes { id ${times(45, (index) => `a${index}: ledger(first: 2) { nodes { delta } }`)} }
  } }`;
  const statements = vi.spyOn(app.database, 'rows');

  const { data, codes } = await client.graphql(query, { card: card.id });

  const ofLedger = statements.mock.calls.filter(([sql]) => sql.includes('ledger_entries')).length;
  statements.mockRestore();
  expect(codes).toEqual([]);
  expect(data.loyaltyUsers.nodes).toHaveLength(30);
  for (const { id, ...ledgers } of data.loyaltyUsers.nodes)
    expect(Object.values(ledgers), id).toEqual(Array(45).fill({ nodes: [{ delta: 3 }] }));
  // One for each user and alias would be 1,350.
  expect(ofLedger).toBeLessThan(50);
});

test('a request has one bulk mutation, however it is written', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const create = `createSingleUseUrls(input: { coupon: "${id}", amount: 100000 }) { sessions { session } }`;

  const answers = await Promise.all([
    client.graphql(`mutation { ${times(5, (index) => `a${index}: ${create}`)} }`),
    client.graphql(`mutation { a: ${create} ...B } fragment B on Mutation { b: ${create} }`),
    client.graphql(
      `mutation { a: ${create} ... { batchUpdateCouponSessions(input: { coupon: "${id}", startSequence: "1", operation: VOID }) { updated } } }`,
    ),
  ]);

  expect(answers.map(({ codes }) => codes[0])).toEqual(['INVALID_QUERY', 'INVALID_QUERY', 'INVALID_QUERY']);
  const { data } = await client.graphql(`{ couponSessions(coupon: "${id}", first: 1) { nodes { session } } }`);
  expect(data.couponSessions.nodes).toEqual([]);
});

test('lists that turn out longer than expected end the response', async () => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner, { tags: times(300, (index) => `tag-${index}`).split(' ') });
  const tags = times(48, (index) => `a${index}: tags`);
  const query = `{ coupons(first: 100) { nodes { ${tags} } } }`;
  expect((await client.graphql(query)).codes, 'one coupon').toEqual([]);
  for (let index = 0; index < 6; index += 1)
    await makeCoupon(app.database, client.owner, { tags: times(300, (tag) => `tag-${tag}`).split(' ') });

  const { codes, data } = await client.graphql(query);

  expect([codes[0], data]).toEqual(['INVALID_QUERY', null]);
});

test('long queries of an account at once are all answered, and another account does not wait for them', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(app.database, coupon, Array(200).fill({}));
  const { id } = coupon;
  const long = `{ ${times(40, (index) => `a${index}: couponSessions(coupon: "${id}", first: 200) { nodes { session email } }`)} }`;
  let answered = 0;

  // Two run at once. The others must not wait for long, even on a busy machine.
  const answers = Array.from({ length: 4 }, async () => {
    const { codes } = await client.graphql(long);
    answered += 1;
    return codes;
  });
  await other.graphql('{ viewer { keyId } }');
  const before = answered;

  expect(await Promise.all(answers)).toEqual(Array(4).fill([]));
  expect(before).toBeLessThan(4);
});
