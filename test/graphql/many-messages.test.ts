import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { useApp } from '../support/app.ts';

const app = useApp();

test('other requests run between the messages of a socket', async () => {
  const socket = await greeted();
  const answered = counted(socket);

  for (let sent = 0; sent < 3000; sent += 1) socket.send('{"type":"ping"}');
  const answer = await fetch(`${app.url}/healthz`);

  expect(answer.status).toBe(200);
  expect(answered()).toBeLessThan(3000);
  await expect.poll(answered).toBe(3000);
});

test('nothing more is read from a socket whose caller reads nothing, until the caller reads', async () => {
  const socket = await greeted();
  const answered = counted(socket);
  const message = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(50_000) } });

  socket.pause();
  for (let sent = 0; sent < 1000; sent += 1) socket.send(message);
  for (let turn = 0; turn < 5000; turn += 1) await setImmediate();

  // The rest is in the buffers of the system.
  expect(socket.bufferedAmount).toBeGreaterThan(1_000_000);
  socket.resume();
  await expect.poll(answered).toBe(1000);
});

test('a long number in a message keeps its digits', async () => {
  const socket = await greeted();
  const query = 'query ($id: ID!) { couponSession(session: $id) { session } }';

  socket.send(`{"id":"1","type":"subscribe","payload":{"query":"${query}","variables":{"id":12345678901234567890}}}`);

  const [answer] = await once(socket, 'message');
  expect(String(answer)).not.toContain('12345678901234567000');
});

/** Counts the messages that arrive from now on. */
function counted(socket: WebSocket): () => number {
  let amount = 0;
  socket.on('message', () => {
    amount += 1;
  });
  return () => amount;
}

async function greeted(): Promise<WebSocket> {
  const { headers } = await app.client();
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
  await once(socket, 'message');
  return socket;
}
