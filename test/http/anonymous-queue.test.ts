import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import express from 'express';
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { graphqlRoute } from '../../src/graphql/graphql-route.ts';
import { createGraphQLServer } from '../../src/graphql/graphql-server.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { callingAccount } from '../../src/kernel/values/event-loop.ts';
import { useApp } from '../support/app.ts';

const app = useApp({ trustedProxies: ['127.0.0.1'] });

/** Sends a request 40 times at the same moment. Returns the most responses in a turn of the event loop, and the statuses. */
async function answered(head: string): Promise<{ max: number; statuses: Set<string | undefined> }> {
  const { hostname, port } = new URL(app.url);
  const sockets = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    }),
  );
  const writes = vi.spyOn(ServerResponse.prototype, 'writeHead');
  onTestFinished(() => writes.mockRestore());
  let received = '';
  for (const socket of sockets) {
    socket.on('data', (part) => (received += part));
    socket.write(`${head} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\nContent-Length: 0\r\n\r\n`.repeat(4));
  }
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  let max = 0;
  while (statuses().length < 40) {
    const before = writes.mock.calls.length;
    await nextIteration();
    max = Math.max(max, writes.mock.calls.length - before);
  }
  return { max, statuses: new Set(statuses()) };
}

test.each([
  ['GET /v3/unknown', '404'],
  ['GET /v4/unknown', '404'],
  ['DELETE /v3/coupon/list', '405'],
  ['GET /v3/coupon/list', '401'],
  ['POST /v4/loyalty/loyalty-cards/loy_0123456789ab/stats/bulk', '401'],
  ['GET /exports/unknown', '404'],
  ['POST /imports/contacts', '401'],
  ['POST /imports/coupon-codes', '401'],
  ['POST /graphql', '415'],
  ['GET /graphql', '400'],
])('%s gets one response in a turn of the event loop', async (head, status) => {
  expect(await answered(head)).toEqual({ max: 1, statuses: new Set([status]) });
});

test('a document without credentials has the share of its network', async () => {
  const caller = { type: GraphQLString, resolve: () => callingAccount() };
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { caller } }) });
  const server = createHttpServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  server.on(
    'request',
    express().use('/graphql', graphqlRoute(createGraphQLServer(schema, app.services), app.services)),
  );
  const { headers, owner } = await app.client();
  const ask = async (more: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...more },
      body: '{"query":"{ caller }"}',
    });
    return answer.json();
  };

  expect(await ask({})).toEqual({ data: { caller: 'network 127.0.0.1' } });
  expect(await ask(headers)).toEqual({ data: { caller: owner.account.id } });
});
