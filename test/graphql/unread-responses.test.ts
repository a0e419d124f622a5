import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const app = useApp();

/** The response has about 7 MB: 49 copies of a text of 150,000 bytes. */
const copies = Array.from({ length: 49 }, (_, index) => `copy${index}: emailBody`).join(' ');

test.each(['HTTP', 'WebSocket'])(
  'queries wait while an account leaves 32 MiB of responses unread (%s)',
  async (way) => {
    const client = await app.client();
    const made = await client.graphql(
      'mutation ($body: String) { createCoupon(input: { name: "Bread", emailBody: $body }) { id } }',
      {
        body: '券'.repeat(50_000),
      },
    );
    const { id } = made.data.createCoupon;
    const query = `{ coupon(id: "${id}") { ${copies} } }`;
    const open = way === 'HTTP' ? unreadResponse : unreadMessage;

    const sockets = await Promise.all(Array.from({ length: 6 }, () => open(client, query)));

    const ask = () => client.unchecked().graphql('{ viewer { __typename } }');
    await expect.poll(async () => (await ask()).codes).toEqual(['TOO_MANY_REQUESTS']);
    expect((await ask()).errors[0]).toMatchObject({
      message: expect.stringMatching(/^The account has \d\d MiB of responses left to read\.$/),
      extensions: { retryAfter: 5 },
    });
    const listed = await client.unchecked().rest('/v3/coupon/list');
    expect([listed.status, listed.codes]).toEqual([429, [1002]]);
    expect((await client.graphql('mutation { createCoupon(input: { name: "Milk" }) { id } }')).codes).toEqual([]);
    expect((await (await app.client()).graphql('{ viewer { __typename } }')).codes).toEqual([]);

    for (const end of sockets) end();
    await expect.poll(async () => (await ask()).codes).toEqual([]);
  },
);

type End = () => void;

async function unreadResponse({ url, headers }: Client, query: string): Promise<End> {
  const body = JSON.stringify({ query });
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const lines = { ...headers, Host: 'x', 'Content-Type': 'application/json', 'Content-Length': body.length };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /graphql HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  return () => socket.destroy();
}

async function unreadMessage({ url, headers }: Client, query: string): Promise<End> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
  await once(socket, 'message');
  socket.pause();
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  return () => socket.terminate();
}
