import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { snakeCase } from '../../src/kernel/database/columns.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { giveBackDatabase, takeDatabase, timeoutOfTests } from '../support/database.ts';
import { appSecret, makeAccount, makeEndpoint } from '../support/make.ts';
import { Program, startServer } from '../support/processes.ts';
import { Receiver } from '../support/receiver.ts';
import { columnsOfCustomers } from './columns.ts';
import { type Life, leaveRest, live, makeWorld, personOf } from './life.ts';
import { findFiles, findTraces } from './traces.ts';

/** Starts the service on a database and a directory of its own. */
async function startOwn() {
  const [engine, serverUrl] = [inject('engine'), inject('serverUrl')];
  const databaseUrl = await takeDatabase(engine, serverUrl);
  const directory = await mkdtemp(path.join(tmpdir(), 'privacy-'));
  const database = await openDatabase(databaseUrl, model, timeoutOfTests);
  onTestFinished(async () => {
    await database.close();
    giveBackDatabase(serverUrl, databaseUrl);
    await rm(directory, { recursive: true, force: true });
  });
  const env = {
    ...{ APP_SECRET: appSecret, DATA_DIR: directory, LOG_LEVEL: 'debug', RATE_LIMIT: '0' },
    ...{ ALLOW_INSECURE_WEBHOOKS: 'on', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
  };
  return { database, databaseUrl, directory, env };
}

const fields = 'id kind subject status created personalData { fileUrl records { kind amount } }';

async function begin(client: Client, name: 'erase' | 'export', address: object) {
  const type = name === 'erase' ? 'ErasePersonalDataInput' : 'ExportPersonalDataInput';
  const { data, codes } = await client.graphql(
    `mutation ($i: ${type}!) { ${name}PersonalData(input: $i) { ${fields} } }`,
    { i: address },
    { 'Idempotency-Key': crypto.randomUUID() },
  );
  return data?.[`${name}PersonalData`] ?? codes;
}

const jobOf = async (client: Client, id: string) =>
  (await client.graphql(`query ($id: ID!) { job(id: $id) { ${fields} } }`, { id })).data.job;

async function ended(client: Client, id: string) {
  await expect.poll(async () => (await jobOf(client, id)).status).toBe('DONE');
  return jobOf(client, id);
}

const amounts = ({ personalData }: { personalData: { records: { kind: string; amount: number }[] } }) =>
  Object.fromEntries(personalData.records.map(({ kind, amount }) => [kind, amount]));

/** Waits until the events, messages and webhooks of the account are done. */
async function untilQuiet(database: Database, receiver: Receiver): Promise<void> {
  const open = async () => {
    const counts = await Promise.all(
      [
        'SELECT COUNT(*) AS amount FROM events WHERE position IS NULL',
        `SELECT COUNT(*) AS amount FROM messages WHERE status IN ('QUEUED', 'SENDING')`,
        `SELECT COUNT(*) AS amount FROM webhook_deliveries WHERE finished_at IS NULL`,
        'SELECT COUNT(*) AS amount FROM audit_entries WHERE block IS NULL',
      ].map((sql) => database.rows<{ amount: number }>(sql)),
    );
    return counts.map(([row]) => Number(row?.amount));
  };
  await expect.poll(open).toEqual([0, 0, 0, 0]);
  await expect
    .poll(async () => {
      const [row] = await database.rows<{ amount: number }>('SELECT COUNT(*) AS amount FROM events');
      return receiver.received.length >= Number(row?.amount);
    })
    .toBe(true);
}

/** Columns of customers in which a life leaves no text: times, hashes, and what later steps write. */
const withoutTexts = new Set([
  ...['contacts.birthday', 'directory_users.birth_date', 'loyalty_persons.birthday', 'loyalty_persons.gender'],
  ...['directory_users.password_hash', 'loyalty_persons.password_hash', 'landing_submissions.sent'],
]);

/** Where a life leaves traces. */
const places = Object.entries(columnsOfCustomers)
  .flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${snakeCase(name)}`))
  .filter((place) => !withoutTexts.has(place));

test('an export contains a person and nobody else; an erasure that is killed leaves nothing of one and all of others', async () => {
  const { database, databaseUrl, directory, env } = await startOwn();
  let server = await startServer(databaseUrl, env);
  const owner = await makeAccount(database);
  let client = new Client(server.url, owner).patient();
  const receiver = await Receiver.start();
  receiver.answers = [(response, { body }) => response.writeHead(200).end(body)];
  const { secret } = await makeEndpoint(database, owner, { url: receiver.url });
  receiver.secret = secret;
  const world = await makeWorld(database, client);
  const [ada, bob] = [personOf('qzxada', '+4930998877661'), personOf('wvybob', '+4930554433221')];
  const { session, stamps, call, user } = await live(database, client, world, ada);
  await live(database, client, world, bob);
  await untilQuiet(database, receiver);
  expect(receiver.refused).toEqual([]);
  for (const person of [ada, bob]) await leaveRest(database, client, person);
  await expectExport(client, ada, bob);

  // Everything that can hold a trace has one, so that the search below is worth something.
  const before = await findTraces(database, ada.markers);
  expect(places.filter((place) => !(place in before))).toEqual([]);
  expect(await findFiles(path.join(directory, 'outbox'), ada.markers)).toHaveLength(2);
  const ofBob = await findTraces(database, bob.markers);

  const { stamps: stampsBefore } = await userOf(client, world.card.id, user.userId);
  expect((await findInDatabaseFiles(databaseUrl, ada)).length > 0).toBe(databaseUrl.startsWith('sqlite:'));
  const passes = await changesOfPasses(database, session);
  const job = await begin(client, 'erase', { email: ada.email });
  expect(job).toMatchObject({ kind: 'ERASE_PERSONAL_DATA', subject: null, status: 'QUEUED' });
  for (const noun of ['messages', 'events', 'idempotentCalls']) {
    await expect.poll(() => nounOf(database, job.id), { interval: 3 }).toBeGreaterThanOrEqual(order.indexOf(noun));
    await server.program.stop('SIGKILL');
    expect((server.program.output.match(ada.markers) ?? []).slice(0, 1)).toEqual([]);
    server = await startServer(databaseUrl, env);
    client = new Client(server.url, owner).patient();
  }
  const report = await ended(client, job.id);
  expect(amounts(report)).toMatchObject({
    couponSessions: 3,
    loyaltyUsers: 1,
    directoryUsers: 1,
    contacts: 1,
    optOuts: 1,
    walletPasses: 1,
  });
  expect(report.personalData.fileUrl).toBeNull();
  const second = await begin(client, 'erase', { phone: ada.phone });
  await ended(client, second.id);

  expect(await findTraces(database, ada.markers)).toEqual({});
  expect(await findFiles(path.join(directory, 'outbox'), ada.markers)).toEqual([]);
  expect(await findTraces(database, bob.markers)).toEqual(ofBob);

  // Phones were told that the pass has changed.
  expect(await changesOfPasses(database, session)).not.toEqual(passes);
  // What must stay is there: the session with its state, the balance, the replay of a call, the opt-outs.
  const { data } = await client.graphql('query ($s: ID!) { couponSession(session: $s) { claimedAt firstName } }', {
    s: session,
  });
  expect(data.couponSession).toMatchObject({ claimedAt: expect.any(String), firstName: null });
  const again = await client.graphql(
    'mutation ($i: AddStampsInput!) { addStamps(input: $i) { id firstName stamps } }',
    { i: stamps.input },
    { 'Idempotency-Key': stamps.key },
  );
  expect([again.codes, again.headers.get('Idempotent-Replayed'), again.data.addStamps.firstName]).toEqual([
    [],
    'true',
    null,
  ]);
  expect((await userOf(client, world.card.id, user.userId)).stamps).toBe(stampsBefore);
  for (const command of [
    ['loyalty', 'verify'],
    ['statistics', 'verify'],
    ['audit', 'verify'],
  ]) {
    const { code, output, errors } = await new Program('cli.ts', command, { ...env, DATABASE_URL: databaseUrl }).ended;
    expect([command, code, errors, code === 0 ? '' : output]).toEqual([command, 0, '', '']);
  }
  expect(call).toBeDefined();

  const { output } = await server.program.stop();
  expect(output.match(ada.markers) ?? []).toEqual([]);
  expect(await findInDatabaseFiles(databaseUrl, ada)).toEqual([]);
});

/** The nouns in their order, as far as the test names them. */
const order = [
  'couponSessions',
  'loyaltyUsers',
  'directoryUsers',
  'contacts',
  'messages',
  'couponReceipts',
  'earlyReceipts',
  'optOuts',
  'walletPasses',
  'events',
  'webhookAttempts',
  'auditEntries',
  'idempotentCalls',
];

/** Returns how far a job has come. */
async function nounOf(database: Database, id: string): Promise<number> {
  const [job] = await database.rows<{ progress: string }>('SELECT progress FROM jobs WHERE id = ?', [id]);
  const { noun } = JSON.parse(job?.progress ?? '{}') as { noun: string | null };
  return noun === null ? order.length : noun === '' ? -1 : order.includes(noun) ? order.indexOf(noun) : order.length;
}

/** Returns the files of the embedded database, also its log, that contain a trace in their raw bytes. */
async function findInDatabaseFiles(databaseUrl: string, { markers }: Life): Promise<string[]> {
  const [, file] = /^sqlite:(.*)$/.exec(databaseUrl) ?? [];
  if (!file) return [];
  const named = await findFiles(path.dirname(file), markers);
  return named.filter((name) => name.startsWith(path.basename(file)));
}

const changesOfPasses = (database: Database, session: string) =>
  database.rows('SELECT w.changed AS changed FROM wallet_passes w WHERE w.session = ?', [session]);

const userOf = async (client: Client, card: string, user: string) =>
  (
    await client.graphql('query ($c: ID!, $u: ID!) { loyaltyUser(card: $c, user: $u) { stamps firstName } }', {
      c: card,
      u: user,
    })
  ).data.loyaltyUser;

/** Exports a person by both addresses, and compares the files with what the person has given. */
async function expectExport(client: Client, person: Life, other: Life): Promise<void> {
  const texts = [];
  for (const address of [{ email: person.email }, { phone: person.phone }]) {
    const { id } = await begin(client, 'export', address);
    const job = await ended(client, id);
    expect(amounts(job)).toMatchObject({ couponSessions: expect.any(Number), loyaltyUsers: 1 });
    const response = await fetch(job.personalData.fileUrl);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    texts.push(await response.text());
  }
  const [byEmail = '', byPhone = ''] = texts;
  const file = JSON.parse(byEmail);
  expect(Object.keys(file)).toEqual(
    expect.arrayContaining([
      'couponSessions',
      'loyaltyUsers',
      'directoryUsers',
      'contacts',
      'messages',
      'optOuts',
      'events',
    ]),
  );
  const { letters, email, phone } = person;
  const given = ['First', 'Last', 'Custom 1', 'Custom 7', 'utm', 'Road', 'City', 'Why', 'For', 'Rye'].map(
    (what) => `${what} ${letters}`,
  );
  for (const text of [...given, email, phone]) expect(byEmail).toContain(text);
  expect(byPhone).toContain(`Hello ${letters}`);
  expect(byEmail + byPhone).not.toMatch(other.markers);
}
