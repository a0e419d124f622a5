import { createClient, fetchExchange, type Client as Urql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type Requests, recordRequests, type Shown, showConsole } from './console.ts';

const app = useApp();
let shown: Shown;
let requests: Requests;
let urql: Urql;

/** With the schema, graphcache also checks each document and each result against it. */
beforeEach(async () => {
  shown = await showConsole(app);
  const { data } = await shown.client.graphql(getIntrospectionQuery());
  requests = recordRequests();
  urql = createClient({
    url: `${app.url}/graphql`,
    preferGetMethod: false,
    fetch: requests.fetch,
    fetchOptions: { headers: shown.client.headers },
    exchanges: [
      cacheExchange({
        schema: data as IntrospectionQuery,
        // These types have no id: they are parts of the object around them.
        keys: { CodeUsage: () => null, Notice: () => null, Viewer: () => null },
        resolvers: { Query: { couponSessions: relayPagination(), events: relayPagination() } },
        logger: (severity, message) => {
          if (severity !== 'debug') throw new Error(message);
        },
      }),
      fetchExchange,
    ],
  });
});

const list = `query Sessions($coupon: ID!, $first: Int, $after: String) {
  couponSessions(coupon: $coupon, first: $first, after: $after) {
    edges { cursor node { id firstName claimedAt } }
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

interface Sessions {
  couponSessions: {
    edges: { node: { id: string; firstName: string; claimedAt: string | null } }[];
    pageInfo: { endCursor: string };
  };
}

/** Watches the list, as a component does. `claimed` returns what it shows now. */
function watch(variables: object) {
  let latest: Sessions | undefined;
  const { unsubscribe } = urql
    .query<Sessions>(list, { coupon: shown.coupon, ...variables })
    .subscribe(({ data, error }) => {
      expect(error).toBeUndefined();
      latest = data;
    });
  return {
    latest: () => latest,
    claimed: () => latest?.couponSessions.edges.map(({ node }) => node.claimedAt !== null),
    stop: unsubscribe,
  };
}

test('the result of a mutation updates the list that shows the session, without a request', async () => {
  const { claimed, stop } = watch({ first: 10 });
  await expect.poll(claimed).toEqual([false, false, false]);

  const claim =
    'mutation Claim($input: ClaimCouponSessionInput!) { claimCouponSession(input: $input) { id claimedAt } }';
  await urql.mutation(claim, { input: { session: shown.sessions[1] } });

  await expect.poll(claimed).toEqual([false, true, false]);
  expect(requests.names).toEqual(['Sessions', 'Claim']);
  stop();
});

test('pages are joined to one list', async () => {
  const first = watch({ first: 2 });
  await expect.poll(first.claimed).toHaveLength(2);

  const more = watch({ first: 2, after: first.latest()?.couponSessions.pageInfo.endCursor });

  await expect.poll(more.claimed).toEqual([false, false, false]);
  first.stop();
  more.stop();
});

test('a variable of another type is a GraphQL error with its code', async () => {
  const { error } = await urql.query(list, { coupon: shown.coupon, first: 'many' });

  expect(error?.graphQLErrors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'first' });
});

test('the stamps of a person on two cards stay apart', async () => {
  const users = 'query Users($card: ID!) { loyaltyUsers(card: $card) { nodes { id stamps } } }';
  const stampsOn = async (card = '') =>
    (await urql.query(users, { card })).data?.loyaltyUsers.nodes.map(({ stamps }: { stamps: number }) => stamps);
  const [one, other] = shown.cards;
  expect([await stampsOn(one), await stampsOn(other)]).toEqual([[0], [0]]);

  const add = 'mutation Add($input: AddStampsInput!) { addStamps(input: $input) { id stamps } }';
  await urql.mutation(add, { input: { card: one, user: shown.person, amount: 2 } });

  expect([await stampsOn(one), await stampsOn(other)]).toEqual([[2], [0]]);
  expect(requests.names).toEqual(['Users', 'Users', 'Add']);
});

test('all fields of an object that has no id of its own are read with the object around it', async () => {
  const document = `query Viewer {
    viewer { keyId scopes account { id name } notices { type message } }
    coupons { nodes { id customCodes { total claimed } } }
    events(last: 5) { edges { cursor position node { id type } } pageInfo { startCursor hasPreviousPage } }
  }`;

  const { data, error } = await urql.query(document, {});
  const again = await urql.query(document, {});

  expect(error).toBeUndefined();
  expect(again.data).toEqual(data);
  expect(requests.names).toEqual(['Viewer']);
});
