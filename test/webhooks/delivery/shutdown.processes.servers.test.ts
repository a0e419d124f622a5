import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client } from '../../support/client.ts';
import { migratedDatabaseUrl } from '../../support/database.ts';
import { makeAccount } from '../../support/make.ts';
import { startServer } from '../../support/processes.ts';

const query = 'subscription { webhookEvents { position } }';

test('a stopping server does not wait for subscribers that no longer respond', async () => {
  const url = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openDatabase(url, model);
  onTestFinished(() => database.close());
  const { program, url: address } = await startServer(url);
  const client = new Client(address, await makeAccount(database));
  await silentSocket(client);
  await silentStream(client);

  const began = performance.now();
  const ending = await program.stop('SIGTERM');

  expect(ending).toMatchObject({ code: 0, errors: '' });
  expect(performance.now() - began).toBeLessThan(10_000);
});

/** Starts a subscription whose client stops responding, even to the closing of the connection. */
async function silentSocket({ url, headers }: Client): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: 'one', type: 'subscribe', payload: { query } }));
  await sleep(300);
  socket.pause();
}

async function silentStream({ url, headers }: Client): Promise<void> {
  const call = request(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
  });
  call.on('error', () => undefined);
  call.end(JSON.stringify({ query }));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  response.pause();
}
