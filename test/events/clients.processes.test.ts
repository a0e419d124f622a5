import { setTimeout as sleep } from 'node:timers/promises';
import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient as createUrqlClient, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../scripts/databases/kept-server.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { makeAccount } from '../support/make.ts';
import { type RunningServer, startServer } from '../support/processes.ts';
import { makeCoupons } from '../webhooks/webhook-client.ts';

const query = `subscription ($after: BigInt) { webhookEvents(after: $after) { position event { campaign } } }`;

interface Data {
  webhookEvents: { position: string; event: { campaign: string } };
}

/** The handlers of a client: one for results, and one for the end, after which the client has to subscribe again. */
interface Observer {
  next: (result: Data) => void;
  ended: () => void;
}

/** Subscribes after a position and reports the end to the observer. */
type Subscribe = (client: Client, after: string, observer: Observer) => () => void;

const libraries: Record<string, Subscribe> = {
  'graphql-ws that reconnects by itself': ({ url, headers }, after, { next, ended }) => {
    let last = after;
    const socket = createWsClient({
      ...{ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: headers },
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: () => true,
      retryWait: () => sleep(100),
    });
    const variables = {
      get after() {
        return last;
      },
    };
    const receive = ({ data }: { data?: Data | null }) => {
      if (!data) return;
      last = data.webhookEvents.position;
      next(data);
    };
    const leave = socket.subscribe<Data>({ query, variables }, { next: receive, error: ended, complete: ended });
    return () => {
      leave();
      dispose(socket);
    };
  },
  'graphql-ws': (client, after, { next, ended }) => {
    const socket = socketOf(client);
    const leave = socket.subscribe<Data>(
      { query, variables: { after } },
      { next: ({ data }) => data && next(data), error: ended, complete: ended },
    );
    return () => {
      leave();
      dispose(socket);
    };
  },
  'graphql-sse': ({ url, headers }, after, { next, ended }) => {
    const source = createSseClient({ url: `${url}/graphql`, headers, retryAttempts: 0 });
    const sink = { next: ({ data }: { data?: Data | null }) => data && next(data), error: ended, complete: ended };
    const leave = source.subscribe<Data>({ query, variables: { after } }, sink as never);
    return () => {
      leave();
      source.dispose();
    };
  },
  'Apollo Client': (client, after, { next, ended }) => {
    const socket = socketOf(client);
    const apollo = new ApolloClient({ link: new GraphQLWsLink(socket), cache: new InMemoryCache() });
    const observed = apollo.subscribe<Data>({ query: gql(query), variables: { after }, fetchPolicy: 'no-cache' });
    const subscription = observed.subscribe({
      next: ({ data, error }) => (error ? ended() : data && next(data)),
      error: ended,
      complete: ended,
    });
    return () => {
      subscription.unsubscribe();
      apollo.stop();
      dispose(socket);
    };
  },
  urql: (client, after, { next, ended }) => {
    const socket = socketOf(client);
    const urql = createUrqlClient({
      url: `${client.url}/graphql`,
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: ({ query: document = '', variables }) => ({
            subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query: document, variables }, sink as never) }),
          }),
        }),
        fetchExchange,
      ],
    });
    const { unsubscribe } = urql
      .subscription<Data>(query, { after })
      .subscribe(({ data, error }) => (error ? ended() : data && next(data)));
    return () => {
      unsubscribe();
      dispose(socket);
    };
  },
};

let database: Database;
let server: RunningServer;
const programs = new Map<string, Following>();

/** All programs follow one server, which is killed and restarted in the meantime. */
beforeAll(async () => {
  const databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const port = String(await freePort());
  const start = () => startServer(databaseUrl, { PORT: port });
  database = await openDatabase(databaseUrl, model);
  server = await start();
  for (const [name, subscribe] of Object.entries(libraries))
    programs.set(name, new Following(new Client(server.url, await makeAccount(database)), subscribe));

  for (const following of programs.values()) await following.make('Bread', 'Cake', 'Pie');
  for (const following of programs.values()) await following.seesAll();
  await server.program.stop('SIGKILL');
  server = await start();
  for (const following of programs.values()) await following.make('Bun', 'Roll');
});
afterAll(async () => {
  for (const following of programs.values()) following.leave();
  await server.program.stop();
  await database.close();
});

test.each(Object.keys(libraries))(
  '%s continues after the last position, without a gap or a repetition, after its server is killed',
  async (name) => {
    const following = programs.get(name) as Following;

    await following.seesAll();

    expect(following.seen.map(({ campaign }) => campaign)).toEqual(following.made);
    const positions = following.seen.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
  },
);

/** A program that uses a library, with the events that it has received and the coupons made for it. */
class Following {
  readonly seen: { position: number; campaign: string }[] = [];
  readonly made: string[] = [];
  readonly #client: Client;
  readonly #subscribe: Subscribe;
  #leave = () => {};
  #left = false;

  constructor(client: Client, subscribe: Subscribe) {
    this.#client = client;
    this.#subscribe = subscribe;
    this.#follow();
  }

  async make(...names: string[]): Promise<void> {
    this.made.push(...(await makeCoupons(this.#client, ...names)));
  }

  async seesAll(): Promise<void> {
    await vi.waitFor(() => expect(this.seen).toHaveLength(this.made.length), 60_000);
  }

  leave(): void {
    this.#left = true;
    this.#leave();
  }

  #follow(): void {
    this.#leave();
    if (this.#left) return;
    this.#leave = this.#subscribe(this.#client, String(this.seen.at(-1)?.position ?? 0), {
      next: ({ webhookEvents: { position, event } }) =>
        this.seen.push({ position: Number(position), campaign: event.campaign }),
      ended: () => setTimeout(() => this.#follow(), 50),
    });
  }
}

function socketOf({ url, headers }: Client) {
  return createWsClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
  });
}

/** A socket that could not connect rejects even on dispose. */
function dispose(socket: ReturnType<typeof socketOf>): void {
  void Promise.resolve(socket.dispose()).catch(() => undefined);
}
