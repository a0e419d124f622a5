import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { buildSchema } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Context, Services } from '../../src/api/context.ts';
import type { CallableOperation } from '../../src/api/operation.ts';
import type { PageOf } from '../../src/api/query.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { withoutSnapshot } from '../../src/kernel/database/snapshot.ts';
import { createLimits } from '../../src/kernel/limits/limits.ts';
import { callingAccount } from '../../src/kernel/values/event-loop.ts';
import { restRouter } from '../../src/rest/adapter/router.ts';
import { call, type Row, row } from '../../src/rest/adapter/row.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('a list is sent completely, between the envelope and its length', async () => {
  const { url } = await serve({ pages: 3, size: 2 });
  expect(await (await fetch(`${url}/v3/texts`, { method: 'POST' })).json()).toEqual({
    status: { status: 'OK' },
    texts: Array(6).fill({ text: 'xx' }),
    amount: 6,
  });
  expect(await (await fetch(`${url}/v4/texts`)).json()).toEqual(Array(6).fill({ text: 'xx' }));
});

test('an empty list is sent as a list', async () => {
  const { url } = await serve({ pages: 0, size: 1 });
  expect(await (await fetch(`${url}/v4/texts`)).json()).toEqual([]);
  const body = await (await fetch(`${url}/v3/texts`, { method: 'POST' })).json();
  expect(body).toEqual({ status: { status: 'OK' }, texts: [], amount: 0 });
});

test('HEAD reads one page', async () => {
  const { url, read } = await serve({ pages: 9, size: 1 });
  const response = await fetch(`${url}/v4/texts`, { method: 'HEAD' });
  expect([response.status, await response.text(), read.mock.calls.length]).toEqual([200, '', 1]);
});

test('the items of every page are made on behalf of the caller, however fast they are received', async () => {
  const { url, madeFor } = await serve({ pages: 5, size: 100_000 });
  await (await fetch(`${url}/v4/texts`)).text();
  expect(madeFor).toEqual(Array(10).fill('acc_0000000000000000'));
});

test('a list is read no faster than it is received', async () => {
  const { url, read } = await serve({ pages: 200, size: 500_000 });
  const response = await open(`${url}/v4/texts`);
  await pause(300);
  const early = read.mock.calls.length;
  expect(early).toBeLessThan(50);
  response.destroy();
});

test('a failure within a list closes the connection before the end of the body', async () => {
  const { url, log } = await serve({ pages: 9, size: 100_000, failAt: 5 });
  const response = await fetch(`${url}/v4/texts`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(log.error).toHaveBeenCalledTimes(1);
});

test('a failure at the beginning of a list is an ordinary error response', async () => {
  const { url } = await serve({ pages: 9, size: 1, failAt: 1 });
  const response = await fetch(`${url}/v4/texts`);
  expect(response.status).toBe(500);
  expect((await response.json()).status.errors.error_code).toEqual([1005]);
});

test('a client that disconnects ends the reading, which is not logged as an error', async () => {
  const { url, read, log } = await serve({ pages: 100_000, size: 10_000 });
  const response = await open(`${url}/v4/texts`);
  response.once('data', () => response.destroy());
  await once(response, 'close');
  const readMeanwhile = async () => {
    const before = read.mock.calls.length;
    await pause(50);
    return read.mock.calls.length - before;
  };
  await expect.poll(readMeanwhile).toBe(0);
  expect(read.mock.calls.length).toBeLessThan(100_000);
  expect(log.error).not.toHaveBeenCalled();
});

/** Serves lists with this number of pages, each of two texts of this size. */
async function serve({ pages, size, failAt }: { pages: number; size: number; failAt?: number }) {
  const read = vi.fn((page: number) => {
    if (page === failAt) throw new Error('broken');
    return { texts: page > pages ? [] : Array(2).fill('x'.repeat(size)), next: page < pages ? String(page + 1) : null };
  });
  const operation = readingTexts((after) => read(Number(after ?? 1)));
  const madeFor: unknown[] = [];
  const log = { error: vi.fn(), warn: vi.fn() };
  const viewer = { account: { id: 'acc_0000000000000000', rootId: 'acc_0000000000000000' }, scopes: ['READ'] };
  const database = { snapshot: () => withoutSnapshot(database as Database) } as Database;
  const services = {
    ...{ database, log, publicUrl: '', authenticator: { authenticate: async () => viewer } },
    limits: createLimits({ perSecond: 0, log: log as never }),
  };
  const app = express().use((request, _, next) => {
    request.headers.authorization = 'Bearer key_0000000000000000:secret';
    next();
  });
  const server = createServer(
    app.use(
      restRouter(
        rowsOf(operation, madeFor),
        buildSchema('type Query { texts: String }'),
        services as unknown as Services,
      ),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, read, log, madeFor };
}

type Texts = CallableOperation<string, never, never, PageOf<string>>;

/** Returns an operation that lists texts. */
function readingTexts(read: (after?: string) => { texts: string[]; next: string | null }): Texts {
  const list = async (_: Context, { after }: { after?: string }): Promise<PageOf<string>> => {
    const { texts, next } = read(after);
    const pageInfo = { hasNextPage: next !== null, hasPreviousPage: false, startCursor: null, endCursor: next };
    return { edges: texts.map((node) => ({ node, cursor: '' })), pageInfo };
  };
  const parse = () => Promise.resolve({});
  return Object.assign(list, { kind: 'query', scope: 'READ', input: z.object({}), problems: [], parse } as const);
}

function rowsOf(operation: Texts, madeFor: unknown[]): Row<unknown>[] {
  const list = (declaration: Pick<Row<PageOf<string>>, 'method' | 'path' | 'whole'>) =>
    row<PageOf<string>>({
      ...declaration,
      summary: '',
      section: '',
      fields: {},
      calls: { only: call(operation, {}) },
    });
  const item = (text: string) => {
    madeFor.push(callingAccount());
    return { text };
  };
  return [
    list({ method: 'GET', path: '/v4/texts', whole: { item } }),
    list({ path: '/v3/texts', whole: { name: 'texts', item, beside: () => (amount) => ({ amount }) } }),
  ] as Row<unknown>[];
}

async function open(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  return response;
}
