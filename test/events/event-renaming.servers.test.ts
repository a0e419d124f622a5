import { expect, inject, onTestFinished, test } from 'vitest';
import { webhookPayloads } from '../../src/doors/payloads/webhook-payload.ts';
import { eventRepresentations } from '../../src/doors/representations/event-data.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import { type PositionedEvent, readEvents } from '../../src/kernel/event-log/event-reader.ts';
import { recording } from '../../src/kernel/event-log/event-record.ts';
import { toDate } from '../../src/kernel/values/instant.ts';
import { model } from '../../src/main/registries/tables.ts';
import { typesIn } from '../../src/webhooks/endpoint/endpoint-types.ts';
import { payloadFactsOf } from '../../src/webhooks/payload/payload-facts.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { makeDue, runStep } from '../support/jobs.ts';
import { coupon, type FormerEvent, member, message, session, subaccount, user } from './former-events.ts';

/** The last migration of the version whose events have the former types. */
const lastFormer = 'Contacts1763722000000';
const [parent, child] = ['acc_00000000parent00', 'acc_000000000child00'];
const at = '2026-11-20 08:30:00.000';
const day = 24 * 3600 * 1000;

/** Stored types by kind, and what they are from now on (legacy wire, section 4). */
const events: readonly [kind: string, former: string, present: string, held: FormerEvent][] = [
  ['COUPON', 'coupon_created', 'coupon_session_created', session],
  ['COUPON', 'coupon_updated', 'coupon_session_updated', session],
  ['COUPON', 'coupon_claimed', 'coupon_claimed', session],
  ['COUPON', 'coupon_removed', 'coupon_session_removed', session],
  ['COUPON', 'message_sent', 'message_sent', message],
  ['COUPON_EDIT', 'coupon_edit_created', 'coupon_created', coupon],
  ['COUPON_EDIT', 'coupon_edit_updated', 'coupon_updated', coupon],
  ['COUPON_EDIT', 'coupon_edit_status_updated', 'coupon_updated', coupon],
  ['COUPON_EDIT', 'coupon_edit_locked', 'coupon_edit_locked', coupon],
  ['COUPON_EDIT', 'coupon_edit_removed', 'coupon_removed', coupon],
  ['WEB_LOYALTY', 'loyalty_user_created', 'loyalty_user_created', user],
  ['WEB_LOYALTY', 'loyalty_reward_earned', 'loyalty_complete', user],
  ['WALLET_LOYALTY', 'loyalty_user_created', 'loyalty_v3_created', user],
  ['WALLET_LOYALTY', 'loyalty_reward_earned', 'loyalty_reward_earned', user],
  ['DIRECTORY_PAGE', 'directory_user_registered', 'directory_registration', member],
  ['DIRECTORY_PAGE', 'directory_user_blocked', 'directory_user_blocked', member],
  ['SUBACCOUNT', 'subaccount_created', 'subaccount_created', subaccount],
];

/** Stored lists of types, and the types that such an endpoint receives from now on. */
const endpoints: readonly [former: string | null, present: string[] | null][] = [
  [null, null],
  ['coupon_claimed', ['coupon_claimed']],
  ['coupon_created', ['coupon_session_created']],
  ['coupon_edit_created', ['coupon_created']],
  [
    'coupon_created,coupon_edit_created,coupon_validated',
    ['coupon_session_created', 'coupon_created', 'coupon_validated'],
  ],
  ['coupon_edit_updated,coupon_edit_status_updated', ['coupon_updated']],
  [
    'coupon_removed,coupon_edit_removed,coupon_updated',
    ['coupon_session_removed', 'coupon_removed', 'coupon_session_updated'],
  ],
  ['loyalty_reward_earned', ['loyalty_reward_earned', 'loyalty_complete']],
  ['loyalty_user_created', ['loyalty_user_created', 'loyalty_v3_created']],
  ['directory_user_registered', ['directory_registration']],
];

test('events, endpoints and messages of before are read under the new names at once, also those of old processes', async () => {
  const { database, url } = await openFormer();
  await writeFormer(database);
  await database.close();

  const migrated = await open(url);
  await migrate(migrated);
  // Processes of the previous version run on until they are replaced.
  await writeEvents(migrated, 'later');
  await writeEndpoints(migrated, 'later');

  const read = await readAll(migrated);
  const present = events.map(([kind, , type]) => [kind, type]);
  expect(read.map(({ kind, type }) => [kind, type])).toEqual([...present, ...present]);
  const [created] = await readAll(migrated, { types: ['coupon_created'] });
  expect(created).toMatchObject({ kind: 'COUPON_EDIT', type: 'coupon_created' });
  expect(await typesOfEndpoints(migrated)).toEqual([...endpoints, ...endpoints].map(([, present]) => present));
  expect(await rowsOf(migrated, 'SELECT id, status, address FROM messages')).toEqual([
    { id: message.id, status: 'SENT', address: 'ada@example.com' },
  ]);
  await expectPayloads(migrated, read);
});

test('a job renames the stored events, in steps, and shares those of subaccounts with their parents', async () => {
  const { database, url } = await openFormer();
  await writeFormer(database);
  await database.close();
  const migrated = await open(url);
  await migrate(migrated);
  expect(await runStep(migrated), 'the job waits until the previous version is gone').toBe(false);
  const [job] = await migrated.rows<{ dueAt: string }>('SELECT j.due_at AS dueAt FROM jobs j');
  expect(toDate(job?.dueAt ?? '').getTime() / day).toBeCloseTo(Date.now() / day + 1, 1);

  do await makeDue(migrated);
  while (await runStep(migrated));

  expect(await rowsOf(migrated, 'SELECT kind, type FROM events ORDER BY number')).toEqual(
    events.map(([kind, , type]) => ({ kind, type })),
  );
  const seen = await readAll(migrated, { accountId: parent });
  expect(seen.at(-1)).toMatchObject({ kind: 'SUBACCOUNT', accountId: child });
  expect(await rowsOf(migrated, `SELECT status FROM jobs WHERE kind = 'renameEvents'`)).toEqual([{ status: 'DONE' }]);
});

test('a database without events gets no job', async () => {
  const { database, url } = await openFormer();
  await database.close();
  const migrated = await open(url);
  await migrate(migrated);

  expect(await rowsOf(migrated, 'SELECT id FROM jobs')).toEqual([]);
});

/** Opens an empty database with the schema of the previous version. */
async function openFormer(): Promise<{ database: Database; url: string }> {
  const url = await emptyDatabaseUrl(inject('engine'), inject('serverUrl'));
  const migrations = model.migrations as { name: string }[];
  const end = migrations.findIndex(({ name }) => name === lastFormer);
  const database = await openDatabase(url, { entities: [], migrations: model.migrations.slice(0, end + 1) });
  await migrate(database);
  return { database, url };
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase(url, model);
  onTestFinished(async () => {
    if (database.dialect.name === 'mysql') await database.dataSource.dropDatabase();
    await database.close();
  });
  return database;
}

async function writeFormer(database: Database): Promise<void> {
  const account = { name: 'Bakery', timezone: 'UTC', created_at: at };
  await insert(database, 'accounts', { id: parent, ...account });
  await insert(database, 'accounts', { id: child, ...account, parent_id: parent });
  await insert(database, 'messages', {
    ...{ id: message.id, account_id: parent, integration_id: 'int_0000000000000000', channel: 'EMAIL' },
    ...{ campaign_id: coupon.id, content_id: 'mct_0000000000000000', address: 'ada@example.com' },
    ...{ address_key: 'ada@example.com', link: '', status: 'SENT', urgent: 1, paid: 0, created_at: at },
    ...{ claims: 1, failures: 0, sent_at: at },
  });
  await writeEvents(database, 'early');
  await writeEndpoints(database, 'early');
}

async function writeEvents(database: Database, when: 'early' | 'later'): Promise<void> {
  const first = when === 'early' ? 1 : 1 + events.length;
  for (const [index, [kind, type, , held]] of events.entries()) {
    await insert(database, 'events', {
      ...{ id: `evt_${when}${String(index).padStart(15, '0')}`, position: first + index, kind, type, created_at: at },
      account_id: kind === 'SUBACCOUNT' ? child : parent,
      campaign_id: held.campaignId ?? null,
      session: kind === 'COUPON' ? session.session : null,
      data: JSON.stringify(held),
    });
  }
}

async function writeEndpoints(database: Database, when: 'early' | 'later'): Promise<void> {
  for (const [index, [type_list]] of endpoints.entries()) {
    await insert(database, 'webhook_endpoints', {
      ...{ id: `whe_${when}${String(index).padStart(11, '0')}`, account_id: parent, url: 'https://h', type_list },
      ...{ fifo: 0, include_subaccounts: 1, secret: '', created_at: at },
    });
  }
}

async function insert(database: Database, table: string, row: Record<string, string | number | null>): Promise<void> {
  const columns = Object.keys(row);
  await database.transaction((transaction) =>
    transaction.change(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`, Object.values(row)),
  );
}

function rowsOf(database: Database, sql: string): Promise<object[]> {
  return database.rows(sql);
}

async function readAll(database: Database, filter: object = {}): Promise<PositionedEvent[]> {
  return (await readEvents(database, filter, { after: 0, size: 1000 })).events;
}

async function typesOfEndpoints(database: Database): Promise<(string[] | null)[]> {
  const rows = await database.rows<{ typeList: string | null }>(
    'SELECT w.type_list AS typeList FROM webhook_endpoints w ORDER BY w.id',
  );
  return rows.map(({ typeList }) => (typeList === null ? null : typesIn(typeList)));
}

/** Checks that the payload of every event can be rendered from what the previous version stored. */
async function expectPayloads(database: Database, read: readonly PositionedEvent[]): Promise<void> {
  const render = webhookPayloads(recording(eventRepresentations, 'https://h'), 'https://h');
  const factsOf = await payloadFactsOf(database, read);
  for (const event of read) {
    const payload = render(event, factsOf(event));
    expect(payload).toMatchObject({ type: event.type, kind: event.kind, record: expect.any(Object) });
    expect(JSON.stringify(payload)).not.toMatch(/undefined|Invalid/);
  }
}
