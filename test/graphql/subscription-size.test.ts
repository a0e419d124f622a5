import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
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

const largeLength = 120_000;

test('of a root account for which more than 64 MiB wait, the sockets that read least are closed', async () => {
  const client = await app.client();
  const sockets = [await subscribed(client, 40), await subscribed(client, 40)];
  const reader = await subscribed(client, 1);
  for (const { socket } of sockets) socket.pause();

  // The reader subscribed last, so it gets the event after the others.
  await happen(client, largeLength);
  await expect.poll(reader.messages).toBe(1);
  const endings = await Promise.all(sockets.map(endOf));

  // A socket that reads too late for the code of the service has lost the connection.
  expect(endings.filter((code) => code === 1013 || code === 1006)).toHaveLength(1);
  expect(endings).toContain(null);
  expect(reader.socket.readyState).toBe(WebSocket.OPEN);
});

interface Subscribed {
  socket: WebSocket;
  /** The number of messages with large events that have arrived, over all subscriptions. */
  messages: () => number;
}

/** Opens a socket with subscriptions, and waits until all of them yield events. */
async function subscribed(client: Client, amount: number): Promise<Subscribed> {
  const socket = await greeted(client);
  const begun = new Set<string>();
  let messages = 0;
  socket.on('message', (data: Buffer) => {
    if (data.length > largeLength) messages += 1;
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

/** Reads on, and returns the code with which the service has closed the socket, or null if it is open. */
async function endOf({ socket, messages }: Subscribed): Promise<number | null> {
  let code: number | null = null;
  socket.once('close', (given) => {
    code = given;
  });
  socket.resume();
  await expect.poll(() => code !== null || messages() === 40).toBe(true);
  return code;
}

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
