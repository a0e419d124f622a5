import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const app = useApp();
const query = 'subscription { webhookEvents { position } }';

test('a socket runs at most 100 operations, and an API key has at most 1,000 subscriptions', async () => {
  const client = await app.client();
  const sockets = await Promise.all(Array.from({ length: 11 }, () => open(client)));

  const [first, ...others] = sockets as [Socket, ...Socket[]];
  first.subscribe(120);
  await expect.poll(() => first.refused).toEqual(Array(20).fill('TOO_MANY_SUBSCRIPTIONS'));
  for (const socket of others) socket.subscribe(100);
  await expect.poll(() => others.flatMap(({ refused }) => refused)).toEqual(Array(100).fill('TOO_MANY_SUBSCRIPTIONS'));
  const stream = await overEvents(client);

  expect(stream.status).toBe(429);
  expect(await stream.text()).toContain('TOO_MANY_SUBSCRIPTIONS');
});

test('another key of the account, and a key whose subscriptions have ended, can subscribe', async () => {
  const client = await app.client();
  const other = await app.client({ account: client.owner.account });
  const sockets = await Promise.all(Array.from({ length: 10 }, () => open(client)));
  for (const socket of sockets) socket.subscribe(100);
  // A refusal of the eleventh socket shows that all others have begun.
  const eleventh = await open(client);
  await expect
    .poll(async () => {
      eleventh.subscribe(1);
      await sleep(20);
      return eleventh.refused.length;
    })
    .toBeGreaterThan(0);

  const stream = await overEvents(other);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  for (const { socket } of sockets) socket.terminate();
  await expect
    .poll(async () => {
      const again = await overEvents(client);
      await again.body?.cancel();
      return again.status;
    })
    .toBe(200);
});

test('all keys below a root account have at most 5,000 subscriptions together', async () => {
  const [client, stranger] = [await app.client(), await app.client()];
  const { account } = client.owner;
  const below = await app.client({ parent: account });
  const { subscriptionsOfRoot } = app.services.limits;
  const taken = Array.from({ length: 5000 }, () => subscriptionsOfRoot.enter(account.id));

  expect((await overEvents(client)).status).toBe(429);
  expect((await overEvents(below)).status).toBe(429);
  const ofStranger = await overEvents(stranger);
  expect(ofStranger.status).toBe(200);
  await ofStranger.body?.cancel();

  for (const leave of taken) leave?.();
  const again = await overEvents(below);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

interface Socket {
  socket: WebSocket;
  /** The codes of the subscriptions that were refused. */
  refused: string[];
  subscribe: (amount: number) => void;
}

async function open({ url, headers }: Client): Promise<Socket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  const { promise, resolve } = Promise.withResolvers<void>();
  const refused: string[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: headers })));
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data));
    if (type === 'connection_ack') resolve();
    const errors = type === 'error' ? payload : (payload?.errors ?? []);
    if (errors.length > 0) refused.push(errors[0].extensions.code);
  });
  await promise;
  let last = 0;
  const subscribe = (amount: number) => {
    for (let count = 0; count < amount; count += 1) {
      last += 1;
      socket.send(JSON.stringify({ id: `${last}`, type: 'subscribe', payload: { query } }));
    }
  };
  return { socket, refused, subscribe };
}

function overEvents({ url, headers }: Client): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
}
