import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { holdBytes, releaseBytes } from '../../src/kernel/limits/unread-bytes.ts';
import { useAppWithBackground } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { insertEvents } from '../support/events.ts';

const app = useAppWithBackground();

/** A subscription to events, each with several copies of its largest field. */
function documentWith(copies: number): string {
  const aliases = Array.from({ length: copies }, (_, index) => `copy${index}: data`).join(' ');
  return `subscription { webhookEvents { position event { ${aliases} } } }`;
}

test.each(['WebSocket', 'server-sent events'])(
  'a document must not repeat a large field many times (%s)',
  async (way) => {
    const client = await app.client();
    const ask = way === 'WebSocket' ? refusalOverSocket : refusalOverEvents;
    const nested = Array.from({ length: 5 }, (_, index) => `event${index}: event { ...Data }`).join(' ');
    const fragment = 'fragment Data on Event { a: data b: data c: data d: data e: data }';

    for (const query of [documentWith(40), `subscription { webhookEvents { ${nested} } } ${fragment}`])
      expect(await ask(client, query)).toMatchObject({
        message: expect.stringMatching(/^Each event would cost \d{3}, more than 200/),
        extensions: { code: 'INVALID_QUERY' },
      });
  },
);

test('a subscription must not keep long variables or a long id', async () => {
  const client = await app.client();
  const query = 'subscription { webhookEvents { position } }';
  const ask = async (message: object) => {
    const socket = await greeted(client);
    socket.send(JSON.stringify({ type: 'subscribe', ...message }));
    const [answer] = await once(socket, 'message');
    const { payload } = JSON.parse(String(answer));
    return (payload.errors ?? payload)[0].message;
  };

  expect(await ask({ id: '1', payload: { query, variables: { unused: 'x'.repeat(20_000) } } })).toBe(
    'The variables and extensions of a subscription can have at most 16,384 characters.',
  );
  expect(await ask({ id: '1', payload: { query }, unused: 'x'.repeat(200_000) })).toBe(
    'The message of a subscription can have at most 131,072 bytes.',
  );
  expect(await ask({ id: 'x'.repeat(101), payload: { query } })).toBe(
    'The id of an operation can have at most 100 characters.',
  );
});

test('a socket in which more than 64 MiB wait is closed, and its account is served on', async () => {
  const client = await app.client();
  const slow = await subscribed(client, 70);
  const reader = await subscribed(client, 1);
  slow.socket.on('error', () => undefined);
  slow.socket.pause();

  await happen(client, 120_000);
  // A paused socket notices only when it writes that the service has closed it. A silent one is closed after 24 seconds.
  await expect
    .poll(
      () => {
        slow.socket.send('{"type":"pong"}', () => undefined);
        return slow.socket.readyState;
      },
      { timeout: 12_000 },
    )
    .toBe(WebSocket.CLOSED);

  await expect.poll(reader.messages).toBe(1);
  expect(reader.socket.readyState).toBe(WebSocket.OPEN);
});

interface Subscribed {
  socket: WebSocket;
  /** The number of messages with large events that have arrived. */
  messages: () => number;
}

/** Opens a socket with subscriptions, and waits until all of them yield events. */
async function subscribed(client: Client, amount: number): Promise<Subscribed> {
  const socket = await greeted(client);
  const begun = new Set<string>();
  let messages = 0;
  socket.on('message', (data: Buffer) => {
    if (data.length > 120_000) messages += 1;
    else begun.add(JSON.parse(String(data)).id);
  });
  for (let id = 0; id < amount; id += 1)
    socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query: documentWith(9) } }));
  await expect
    .poll(async () => {
      await happen(client, 1);
      return begun.size;
    })
    .toBe(amount);
  return { socket, messages: () => messages };
}

/** Lets an event happen whose data has this length. */
async function happen({ owner }: Client, length: number): Promise<void> {
  const data = { ...owner.account, name: 'x'.repeat(length) };
  await app.database.transaction((transaction) => insertEvents(transaction, owner, 1, data));
}

test('of a root account for which more than 64 MiB wait, the socket that reads least is closed', () => {
  const [slow, slower, another] = Array.from({ length: 3 }, () => Object.create(WebSocket.prototype) as WebSocket);
  const closed: WebSocket[] = [];
  const hold = (root: string, socket: WebSocket, mebibytes: number) =>
    holdBytes(root, socket, mebibytes * 1024 * 1024, (slowest) => closed.push(slowest));

  hold('acc_a', slow as WebSocket, 30);
  hold('acc_a', slower as WebSocket, 34);
  hold('acc_b', another as WebSocket, 64);
  expect(closed).toEqual([]);

  releaseBytes('acc_a', slow as WebSocket, 10 * 1024 * 1024);
  hold('acc_a', slower as WebSocket, 10);
  expect(closed).toEqual([]);

  hold('acc_a', slow as WebSocket, 1);
  expect(closed).toEqual([slower]);

  // What the closed socket still gives up is not taken from the other one.
  releaseBytes('acc_a', slower as WebSocket, 44 * 1024 * 1024);
  hold('acc_a', slow as WebSocket, 43);
  expect(closed).toEqual([slower]);
  hold('acc_a', slow as WebSocket, 1);
  expect(closed).toEqual([slower, slow]);
});

async function greeted({ url, headers }: Client): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
  await once(socket, 'message');
  return socket;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
async function refusalOverSocket(client: Client, query: string): Promise<any> {
  const socket = await greeted(client);
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const [answer] = await once(socket, 'message');
  const { payload } = JSON.parse(String(answer));
  return (payload.errors ?? payload)[0];
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
async function refusalOverEvents({ url, headers }: Client, query: string): Promise<any> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
  const [, data = ''] = /^data: (.+)$/m.exec(await answer.text()) ?? [];
  return JSON.parse(data).errors[0];
}
