import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type Requests, recordRequests, type Shown, showConsole } from './console.ts';

const app = useApp();
let shown: Shown;
let requests: Requests;
let apollo: ApolloClient;

beforeEach(async () => {
  shown = await showConsole(app);
  requests = recordRequests();
  apollo = new ApolloClient({
    link: new HttpLink({ uri: `${app.url}/graphql`, headers: shown.client.headers, fetch: requests.fetch }),
    cache: new InMemoryCache({
      possibleTypes: { Node: ['Coupon', 'CouponSession'] },
      typePolicies: { Query: { fields: { couponSessions: relayStylePagination(['coupon', 'filter']) } } },
    }),
  });
});
afterEach(() => apollo.stop());

const sessionList = gql`query Sessions($coupon: ID!, $first: Int, $after: String) {
  couponSessions(coupon: $coupon, first: $first, after: $after) {
    edges { cursor node { id firstName claimedAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const claim = gql`mutation Claim($input: ClaimCouponSessionInput!) {
  claimCouponSession(input: $input) { id claimedAt }
}`;

interface Sessions {
  couponSessions: {
    edges: { node: { id: string; firstName: string; claimedAt: string | null } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
}

/** Watches the list, as a component does, and returns what it shows now. */
function watch(first: number) {
  const observed = apollo.watchQuery<Sessions>({ query: sessionList, variables: { coupon: shown.coupon, first } });
  const subscription = observed.subscribe(() => {});
  const list = () => (observed.getCurrentResult().data as Partial<Sessions> | undefined)?.couponSessions;
  return {
    observed,
    list,
    claimed: () => list()?.edges.map(({ node }) => node.claimedAt !== null),
    stop: () => subscription.unsubscribe(),
  };
}

test('the result of a mutation updates the list that shows the session, without a request', async () => {
  const { claimed, stop } = watch(10);
  await expect.poll(claimed).toEqual([false, false, false]);

  await apollo.mutate({ mutation: claim, variables: { input: { session: shown.sessions[1] } } });

  await expect.poll(claimed).toEqual([false, true, false]);
  expect(requests.names).toEqual(['Sessions', 'Claim']);
  stop();
});

test('pages are joined to one list', async () => {
  const { observed, list, claimed, stop } = watch(2);
  await expect.poll(claimed).toHaveLength(2);

  await observed.fetchMore({ variables: { after: list()?.pageInfo.endCursor } });

  await expect.poll(claimed).toEqual([false, false, false]);
  stop();
});

test('an object that was read by its id is the same object', async () => {
  const { claimed, stop } = watch(10);
  await expect.poll(claimed).toHaveLength(3);
  const [session = ''] = shown.sessions;
  await shown.client.graphql('mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { id } }', {
    s: session,
  });

  const node = gql`query Node($id: ID!) { node(id: $id) { id ... on CouponSession { claimedAt } } }`;
  await apollo.query({ query: node, variables: { id: session } });

  await expect.poll(claimed).toEqual([true, false, false]);
  stop();
});

test('a variable of another type is a GraphQL error with its code', async () => {
  const asked = apollo.query({ query: sessionList, variables: { coupon: shown.coupon, first: 'many' } });

  await expect(asked).rejects.toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT', field: 'first' } }] });
});

test('the stamps of a person on two cards stay apart', async () => {
  const users = gql`query Users($card: ID!) { loyaltyUsers(card: $card) { nodes { id stamps } } }`;
  const add = gql`mutation Add($input: AddStampsInput!) { addStamps(input: $input) { id stamps } }`;
  const stampsOn = async (card = '') =>
    (
      await apollo.query<{ loyaltyUsers: { nodes: { stamps: number }[] } }>({ query: users, variables: { card } })
    ).data?.loyaltyUsers.nodes.map(({ stamps }) => stamps);
  const [one, other] = shown.cards;
  expect([await stampsOn(one), await stampsOn(other)]).toEqual([[0], [0]]);

  await apollo.mutate({ mutation: add, variables: { input: { card: one, user: shown.person, amount: 2 } } });

  expect([await stampsOn(one), await stampsOn(other)]).toEqual([[2], [0]]);
  expect(requests.names).toEqual(['Users', 'Users', 'Add']);
});
