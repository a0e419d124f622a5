import { beforeAll, expect, inject, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { searchDeliveries } from '../../../src/webhooks/search/delivery-operations.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeDelivery, makeEndpoint } from '../../support/make.ts';
import { rowsRead, scansOf } from '../../support/plans.ts';

const app = useAppWithDatabaseOfItsOwn();
/** More than a page is searched among. */
const amount = 12_000;
const begin = Date.UTC(2026, 0, 1);
let us: Client;
let busy: string;
let quiet: string;

beforeAll(async () => {
  us = await app.client();
  busy = (await makeEndpoint(app.database, us.owner)).endpoint.id;
  quiet = (await makeEndpoint(app.database, us.owner)).endpoint.id;
  const rows = Array.from({ length: amount }, (_, index) => ({
    endpoint: index === 3 ? quiet : busy,
    status: index % 2 === 0 ? 'DELIVERED' : 'FAILED',
    answered: index === 3 ? 503 : index === 4 ? null : 200,
    minute: index,
  }));
  await insert(app.database, rows);
  if (inject('engine') !== 'sqlite')
    await app.database.rows('ANALYZE TABLE webhook_deliveries, webhook_attempts, webhook_endpoints, events');
});

interface Row {
  endpoint: string;
  status: string;
  answered: number | null;
  minute: number;
}

async function insert(database: Database, rows: readonly Row[]): Promise<void> {
  const accountId = us.owner.account.id;
  for (let done = 0; done < rows.length; done += 1000) {
    const chunk = rows.slice(done, done + 1000);
    await database.transaction(async (transaction) => {
      const deliveries = chunk.map(({ endpoint, status, minute }) => [
        ...[minute + 1, newId('webhookDelivery'), accountId, endpoint, newId('event'), 1_000_000 + minute, status],
        ...[toInstant(new Date(begin + minute * 60_000)), null, 1, 0],
      ]);
      await transaction.change(
        `INSERT INTO webhook_deliveries (number, id, account_id, endpoint_id, event_id, position, status, created_at, due_at, claims, failures)
         VALUES ${deliveries.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        deliveries.flat(),
      );
      const attempts = chunk.map(({ minute, answered }) => [minute + 1, 1, toInstant(new Date(begin)), 5, answered]);
      await transaction.change(
        `INSERT INTO webhook_attempts (delivery_number, number, at, milliseconds, status)
         VALUES ${attempts.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
        attempts.flat(),
      );
    });
  }
}

const list = `query ($filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {
  webhookDeliveries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { id createdAt status endpoint { id } lastAttempt { status } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

async function read(variables: object) {
  const { data, errors } = await us.graphql(list, variables as never);
  expect(errors).toEqual([]);
  return data.webhookDeliveries;
}

/** Reads all pages, and returns the number of pages and the items. */
async function readAll(filter: object, first = 100) {
  let pages = 0;
  const nodes: { id: string; createdAt: string; endpoint: { id: string }; lastAttempt: { status: number | null } }[] =
    [];
  for (let after = null, more = true; more; pages += 1) {
    const page = await read({ filter, first, after });
    nodes.push(...page.nodes);
    [after, more] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
  }
  return { pages, nodes };
}

test('a rare delivery is found over pages that may be empty, each searched among 5,000 deliveries', async () => {
  const byStatus = await readAll({ httpStatus: 503 });
  expect(byStatus.nodes.map(({ lastAttempt }) => lastAttempt)).toEqual([{ status: 503 }]);
  expect(byStatus.pages).toBe(3);

  const byEndpoint = await readAll({ endpoint: quiet });
  expect(byEndpoint.nodes.map(({ endpoint }) => endpoint.id)).toEqual([quiet]);
  const { nodes } = await readAll({ outcome: 'NO_RESPONSE' });
  expect(nodes.map(({ lastAttempt }) => lastAttempt)).toEqual([{ status: null }]);
  expect((await readAll({ outcome: 'FAILURE' })).nodes).toHaveLength(2);
  expect((await readAll({ outcome: 'SERVER_ERROR', status: 'FAILED' })).nodes).toHaveLength(1);
  expect((await readAll({ outcome: 'SERVER_ERROR', status: 'DELIVERED' })).nodes).toEqual([]);
});

test('pages of a filter that matches most list each delivery once, in order', async () => {
  const { nodes } = await readAll({ outcome: 'SUCCESS' }, 1000);

  expect(new Set(nodes.map(({ id }) => id)).size).toBe(amount - 2);
  expect(nodes).toHaveLength(amount - 2);
  const times = nodes.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('can be searched from the end', async () => {
  const { nodes } = await read({ filter: { httpStatus: 503 }, last: 5 });
  expect(nodes).toHaveLength(1);
  const none = await read({ filter: { httpStatus: 502 }, last: 5 });
  expect(none.pageInfo).toMatchObject({ hasPreviousPage: true, startCursor: expect.any(String) });
  expect((await read({ filter: { httpStatus: 502 }, last: 5, before: none.pageInfo.startCursor })).nodes).toEqual([]);
});

test('times are inclusive', async () => {
  const at = (minute: number) => new Date(begin + minute * 60_000).toISOString();
  const { nodes } = await readAll({ since: at(10), until: at(14) });
  expect(nodes.map(({ createdAt }) => createdAt)).toEqual([14, 13, 12, 11, 10].map(at));
  expect((await readAll({ since: at(12), until: at(12), endpoint: busy })).nodes).toHaveLength(1);
});

test('types select by the event', async () => {
  const client = await app.client();
  const { delivery } = await makeDelivery(app.database, client.owner);
  const ids = async (types: string[]) => {
    const { data } = await client.graphql(
      'query ($types: [String!]) { webhookDeliveries(filter: { types: $types }) { nodes { id event { type } } } }',
      { types },
    );
    return data.webhookDeliveries.nodes;
  };
  const type = 'coupon_session_created';
  expect(await ids([type, 'coupon_claimed'])).toEqual([{ id: delivery.id, event: { type } }]);
  expect(await ids(['coupon_claimed'])).toEqual([]);
});

test('wrong filters are refused', async () => {
  const codes = async (filter: object) => (await us.graphql(list, { filter })).codes;
  expect(await codes({ types: ['coupon_eaten'] })).toEqual(['INVALID_INPUT']);
  expect(await codes({ httpStatus: 99 })).toEqual(['INVALID_INPUT']);
  expect(await codes({ httpStatus: 600 })).toEqual(['INVALID_INPUT']);
  expect(await codes({ since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' })).toEqual(['INVALID_INPUT']);
});

test('a delivery is read with its event and its last attempt, and not by others', async () => {
  const [{ id }] = (await read({ filter: { httpStatus: 503 }, last: 1 })).nodes;
  const query = 'query ($id: ID!) { webhookDelivery(id: $id) { id event { id } request { url } attempts { status } } }';

  const { data } = await us.graphql(query, { id });
  expect(data.webhookDelivery).toEqual({ id, event: null, request: null, attempts: [{ status: 503 }] });
  expect((await (await app.client()).graphql(query, { id })).codes).toEqual(['WEBHOOK_DELIVERY_NOT_FOUND']);
});

const page = { size: 50, backward: false, from: null };
const filters = [{ httpStatus: 503 }, { endpoint: 'whe_0000000000000000' }, { types: ['coupon_claimed'] }];

test.runIf(inject('engine') === 'sqlite')('every statement of a search uses indexes', async () => {
  for (const filter of [...filters, {}, { status: 'FAILED' as const }]) {
    const search = (on: Parameters<typeof searchDeliveries>[0]) =>
      searchDeliveries(on, us.owner.account.id, filter, page);
    expect(await scansOf(app.database, search, /SCAN (d|a|e|w)\b/)).toEqual([]);
  }
});

test.runIf(inject('engine') !== 'sqlite')('a search reads a limited number of rows', async () => {
  for (const filter of filters) {
    const search = (on: Parameters<typeof searchDeliveries>[0]) =>
      searchDeliveries(on, us.owner.account.id, filter, page);
    // 15,000 keys at most, which the server also sorts, and 5,000 deliveries with their attempts.
    expect(await rowsRead(app.database, search)).toBeLessThan(60_000);
  }
  const plain = (on: Parameters<typeof searchDeliveries>[0]) => searchDeliveries(on, us.owner.account.id, {}, page);
  expect(await rowsRead(app.database, plain)).toBeLessThan(800);
});
