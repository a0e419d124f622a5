import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { insertEvents, positionedLog } from '../support/events.ts';
import { makeAccount } from '../support/make.ts';
import { type RunningServer, startServer } from '../support/processes.ts';

const amount = 8000;
const query = 'subscription { webhookEvents { position event { id data } } }';

let database: Database;
let server: RunningServer;

beforeAll(async () => {
  const url = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  database = await openDatabase(url, model);
  // A small heap, so that memory grows with retained objects and not with garbage.
  server = await startServer(url, {
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=4',
  });
});
afterAll(async () => {
  await server.program.stop();
  await database.close();
});

test('a slow subscriber gets a prefix without gaps and has to subscribe again, while memory stays flat', async () => {
  const client = new Client(server.url, await makeAccount(database));
  const sockets = await Promise.all(Array.from({ length: 20 }, () => pausedSocket(client)));
  const stream = await pausedStream(client);
  await sleep(500);
  const before = server.program.memory;

  const positions = await writeMany(client);
  const grown = server.program.memory - before;
  const endings = await Promise.all(sockets.map(readOn));
  stream.resume();
  const streamed = await text(stream);

  // Without a limit, 21 subscribers would hold over 300 MiB.
  expect(grown).toBeLessThan(120);
  for (const { code, reason, seen } of endings) {
    expect({ code, reason }).toEqual({ code: 1013, reason: expect.stringContaining('Subscribe again') });
    expect(seen.length).toBeLessThan(amount);
    expect(seen).toEqual(positions.slice(0, seen.length));
  }
  expect(streamed).toContain('TOO_SLOW');
  expect(streamed).toMatch(/event: complete/);
});

/** Writes many events, waits for their positions and for their delivery, and returns the positions. */
async function writeMany({ owner }: Client): Promise<number[]> {
  const data = { ...owner.account, name: 'x'.repeat(2000) };
  for (let written = 0; written < amount; written += 200) {
    await database.transaction((transaction) => insertEvents(transaction, owner, 200, data));
  }
  const log = await positionedLog(database, owner);
  await sleep(1000);
  return log.map(({ position }) => position);
}

/** Starts a subscription whose client stops reading. */
async function pausedSocket({ url, headers }: Client): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: 'one', type: 'subscribe', payload: { query } }));
  await sleep(300);
  socket.pause();
  return socket;
}

async function readOn(socket: WebSocket): Promise<{ code: number; reason: string; seen: number[] }> {
  const seen: number[] = [];
  socket.on('message', (message) => {
    const { type, payload } = JSON.parse(String(message));
    if (type === 'next' && payload.data) seen.push(Number(payload.data.webhookEvents.position));
  });
  const closed = once(socket, 'close');
  socket.resume();
  const [code, reason] = (await closed) as [number, Buffer];
  return { code, reason: String(reason), seen };
}

async function pausedStream({ url, headers }: Client): Promise<IncomingMessage> {
  const call = request(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
  });
  call.end(JSON.stringify({ query }));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}
