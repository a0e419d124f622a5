import { setTimeout as sleep } from 'node:timers/promises';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Client } from './client.ts';

interface Followed {
  position: number;
  id: string;
  kind: string;
  type: string;
  campaign: string | null;
  session: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of any shape
  data: any;
}

export interface Following extends AsyncIterable<Followed> {
  /** Waits for this number of further events. */
  take(amount: number): Promise<Followed[]>;
  /** Ends the subscription, as clients do. */
  leave(): Promise<void>;
}

export const transports = ['WebSocket', 'server-sent events'] as const;
type Transport = (typeof transports)[number];

const document = `subscription ($after: BigInt, $afterEvent: ID, $kinds: [EventKind!], $types: [String!], $campaign: ID) {
  webhookEvents(after: $after, afterEvent: $afterEvent, kinds: $kinds, types: $types, campaign: $campaign) {
    position event { id kind type campaign session data }
  }
}`;

interface Result {
  data?: { webhookEvents: { position: string; event: Omit<Followed, 'position'> } } | null;
  errors?: readonly { message: string; extensions?: { code?: string } }[];
}

/**
 * Follows the events of an account with the client library of the transport, which does not reconnect. If the
 * subscription fails, the iteration throws an error; for a problem, the error has its `code`.
 */
export function follow(
  client: Client,
  transport: Transport,
  variables: { after?: number | null; afterEvent?: string; kinds?: string[]; types?: string[]; campaign?: string } = {},
): Following {
  const { results, close } = transport === 'WebSocket' ? byWebSocket(client, variables) : byEvents(client, variables);
  const events = eventsOf(results);
  return {
    [Symbol.asyncIterator]: () => events,
    take: async (amount) => {
      const taken: Followed[] = [];
      while (taken.length < amount) {
        const { done, value } = await events.next();
        if (done) throw new Error(`the subscription ended after ${taken.length} of ${amount} events`);
        taken.push(value);
      }
      return taken;
    },
    leave: async () => {
      close();
      await results.return?.().catch(() => undefined);
    },
  };
}

type Results = AsyncIterableIterator<unknown>;

function byWebSocket({ url, headers }: Client, variables: object): { results: Results; close: () => void } {
  const socket = createWsClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
  });
  const results = socket.iterate({ query: document, variables: { ...variables } });
  return { results, close: () => void Promise.resolve(socket.dispose()).catch(() => undefined) };
}

function byEvents({ url, headers }: Client, variables: object): { results: Results; close: () => void } {
  const source = createSseClient({ url: `${url}/graphql`, headers, retryAttempts: 0 });
  const results = source.iterate({ query: document, variables: { ...variables } });
  return { results, close: () => source.dispose() };
}

async function* eventsOf(results: Results): AsyncGenerator<Followed, undefined> {
  try {
    for await (const result of results) {
      const { data, errors } = result as Result;
      if (errors) throw errors;
      if (data) yield { ...data.webhookEvents.event, position: Number(data.webhookEvents.position) };
    }
  } catch (error) {
    const [first] = Array.isArray(error) ? (error as NonNullable<Result['errors']>) : [];
    throw first ? Object.assign(new Error(first.message), { code: first.extensions?.code }) : error;
  }
}

/** Follows events from the beginning. After each interruption, continues after the last event, at the next server. */
export class Follower {
  readonly seen: Followed[] = [];
  /** The number of subscriptions that ended. */
  left = 0;
  #events: Following | undefined;
  #stopped = false;
  readonly #running: Promise<void>;

  /** Each subscription ends after `patience()` events; default never. */
  constructor(clients: readonly Client[], transport: Transport, timeout = () => Number.POSITIVE_INFINITY) {
    this.#running = this.#follow(clients, transport, timeout);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#events?.leave();
    await this.#running;
  }

  async #follow(clients: readonly Client[], transport: Transport, timeout: () => number): Promise<void> {
    while (!this.#stopped) {
      const enough = this.seen.length + timeout();
      const client = clients[this.left % clients.length] as Client;
      this.#events = follow(client, transport, { after: this.seen.at(-1)?.position ?? 0 });
      try {
        for await (const event of this.#events) {
          this.seen.push(event);
          if (this.seen.length >= enough) break;
        }
      } catch {
        await sleep(20); // the server is away
      }
      this.left += 1;
      await this.#events.leave();
    }
  }
}
