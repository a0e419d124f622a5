import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ConnectionHandler,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  Network,
  type OperationDescriptor,
  RecordSource,
  ROOT_ID,
  Store,
} from 'relay-runtime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sequence } from '../../support/events.ts';
import { recordRequests, type Shown, showConsole } from './console.ts';

const app = useApp();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'relay-'));
const compiled: Record<string, GraphQLTaggedNode> = {};
let shown: Shown;
let environment: Environment;
let names: string[];

/** The documents of a program that uses Relay. Their names begin with the name of its file. */
const documents = {
  ConsoleSessionsQuery: `query ConsoleSessionsQuery($coupon: ID!, $first: Int, $after: String) {
    couponSessions(coupon: $coupon, first: $first, after: $after) @connection(key: "Console_couponSessions") {
      edges { node { id firstName claimedAt } }
    }
  }`,
  ConsoleClaimMutation: `mutation ConsoleClaimMutation($input: ClaimCouponSessionInput!) {
    claimCouponSession(input: $input) { id claimedAt }
  }`,
  ConsoleDeleteMutation: `mutation ConsoleDeleteMutation($input: DeleteCouponSessionInput!, $connections: [ID!]!) {
    deleteCouponSession(input: $input) { id @deleteEdge(connections: $connections) }
  }`,
  ConsoleSession_session: `fragment ConsoleSession_session on CouponSession
    @refetchable(queryName: "ConsoleSessionRefetchQuery") { firstName claimedAt coupon { name } }`,
  ConsoleEventsQuery: `query ConsoleEventsQuery($last: Int, $before: BigInt) {
    events(last: $last, before: $before) @connection(key: "Console_events") { edges { node { id type } } }
  }`,
  ConsoleUsersQuery: `query ConsoleUsersQuery($card: ID!) { loyaltyUsers(card: $card) { nodes { id stamps } } }`,
  ConsoleAddMutation: `mutation ConsoleAddMutation($input: AddStampsInput!) { addStamps(input: $input) { id stamps } }`,
};

beforeAll(async () => {
  compile();
  for (const name of [...Object.keys(documents), 'ConsoleSessionRefetchQuery'])
    compiled[name] = (await import(join(project, 'compiled', `${name}.graphql.js`))).default;
});
afterAll(() => rmSync(project, { recursive: true }));

beforeEach(async () => {
  shown = await showConsole(app);
  const requests = recordRequests();
  names = requests.names;
  const network = Network.create(async ({ name, text }, variables) => {
    const response = await requests.fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { ...shown.client.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: text, variables, operationName: name }),
    });
    return (await response.json()) as never;
  });
  environment = new Environment({ network, store: new Store(new RecordSource()) });
});

/** Runs Relay's compiler over the documents and the schema of the service. */
function compile(): void {
  mkdirSync(join(project, 'source'));
  mkdirSync(join(project, 'compiled'));
  copyFileSync(join(root, 'schema.graphql'), join(project, 'schema.graphql'));
  const tagged = Object.values(documents).map((document) => `graphql\`${document}\`;`);
  writeFileSync(join(project, 'source/Console.js'), tagged.join('\n'));
  writeFileSync(join(project, 'package.json'), '{ "type": "commonjs" }');
  const config = {
    src: './source',
    schema: './schema.graphql',
    artifactDirectory: './compiled',
    language: 'javascript',
    eagerEsModules: false,
  };
  writeFileSync(join(project, 'relay.config.json'), JSON.stringify(config));
  const compiler = createRequire(import.meta.url)('relay-compiler') as string;
  execFileSync(compiler, ['--noWatchman', 'relay.config.json'], { cwd: project, stdio: 'pipe' });
}

/** Fetches a query and keeps its data, as a component does. */
async function show(name: string, variables: object): Promise<OperationDescriptor> {
  const query = compiled[name] as GraphQLTaggedNode;
  const operation = createOperationDescriptor(query as never, { ...variables });
  environment.retain(operation);
  await fetchQuery(environment, query, { ...variables }).toPromise();
  return operation;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
function shownBy(operation: OperationDescriptor): any {
  return environment.lookup(operation.fragment).data;
}

function commit(name: string, input: object, more: object = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  commitMutation(environment, {
    mutation: compiled[name] as GraphQLTaggedNode,
    variables: { input, ...more },
    onCompleted: (_, errors) => (errors?.length ? reject(errors) : resolve()),
    onError: reject,
  });
  return promise;
}

const claimedIn = (operation: OperationDescriptor) =>
  shownBy(operation).couponSessions.edges.map(({ node }: { node: { claimedAt: string } }) => node.claimedAt !== null);

test('the result of a mutation updates the list that shows the session, without a request', async () => {
  const list = await show('ConsoleSessionsQuery', { coupon: shown.coupon, first: 10 });
  expect(claimedIn(list)).toEqual([false, false, false]);

  await commit('ConsoleClaimMutation', { session: shown.sessions[1] });

  expect(claimedIn(list)).toEqual([false, true, false]);
  expect(names).toEqual(['ConsoleSessionsQuery', 'ConsoleClaimMutation']);
});

test('a deleted session leaves the list', async () => {
  const list = await show('ConsoleSessionsQuery', { coupon: shown.coupon, first: 10 });

  const { coupon } = shown;
  const connection = ConnectionHandler.getConnectionID(ROOT_ID, 'Console_couponSessions', { coupon });
  await commit('ConsoleDeleteMutation', { coupon, session: shown.sessions[1] }, { connections: [connection] });

  expect(claimedIn(list)).toEqual([false, false]);
  expect(names).toEqual(['ConsoleSessionsQuery', 'ConsoleDeleteMutation']);
});

test('pages are joined to one list', async () => {
  const list = await show('ConsoleSessionsQuery', { coupon: shown.coupon, first: 2 });
  const after = shownBy(list).couponSessions.pageInfo.endCursor;

  await show('ConsoleSessionsQuery', { coupon: shown.coupon, first: 2, after });

  expect(claimedIn(list)).toEqual([false, false, false]);
});

test('a fragment is fetched again by the id of its object', async () => {
  const list = await show('ConsoleSessionsQuery', { coupon: shown.coupon, first: 10 });
  const [session = ''] = shown.sessions;
  await shown.client.graphql('mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { id } }', {
    s: session,
  });

  await show('ConsoleSessionRefetchQuery', { id: session });

  expect(claimedIn(list)).toEqual([true, false, false]);
});

test('pages of events are joined from the newest to the oldest', async () => {
  const { client } = shown;
  await sequence(app.database, client.owner.account);
  const newest = await show('ConsoleEventsQuery', { last: 2 });
  const before = shownBy(newest).events.pageInfo.startCursor;

  await show('ConsoleEventsQuery', { last: 1000, before });

  const { data } = await client.graphql('{ events(first: 1000) { nodes { id type } } }');
  expect(shownBy(newest).events.edges.map(({ node }: { node: object }) => node)).toMatchObject(data.events.nodes);
});

test('the stamps of a person on two cards stay apart', async () => {
  const [one, other] = await Promise.all(shown.cards.map((card) => show('ConsoleUsersQuery', { card })));
  const stamps = () => [one, other].map((users) => shownBy(users as OperationDescriptor).loyaltyUsers.nodes[0].stamps);
  expect(stamps()).toEqual([0, 0]);

  await commit('ConsoleAddMutation', { card: shown.cards[0], user: shown.person, amount: 2 });

  expect(stamps()).toEqual([2, 0]);
});
