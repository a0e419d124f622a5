import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { QueryRunner } from 'typeorm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { MigrationLock, MigrationLockLost } from '../../../src/kernel/database/engines/migration-lock.ts';
import type { ServerProcess } from '../../../src/kernel/database/engines/process-list.ts';
import { MigrationUnderWay, migrate } from '../../../src/kernel/database/migration.ts';
import { Program } from '../../support/processes.ts';
import { bakery } from './bakery-migrations.ts';
import { openEmpty } from './scratch.ts';

const killedMigrator = fileURLToPath(new URL('killed-migrator.ts', import.meta.url));
const columnMigrator = fileURLToPath(new URL('column-migrator.ts', import.meta.url));

const isEmbedded = inject('engine') === 'sqlite';

const kinds = ['CREATE TABLE', 'CREATE INDEX', 'ALTER TABLE', 'INSERT', 'UPDATE', 'DELETE', 'COMMIT'];

test('when a process is killed before each statement of each migration in turn, the last one completes the schema', async () => {
  const { database, url } = await openEmpty();
  const killedAt = emptyFile();
  const programs = () => new Program(killedMigrator, [], { DATABASE_URL: url, KILLED_AT: killedAt }).ended;

  let ending = await programs();
  while (ending.signal === 'SIGKILL') ending = await programs();

  expect(ending).toMatchObject({ code: 0, errors: '' });
  const kills = readFileSync(killedAt, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)[0] as string);
  for (const kind of kinds)
    expect(
      kills.some((sql) => sql.replace('UNIQUE ', '').startsWith(kind)),
      kind,
    ).toBe(true);
  const { database: undisturbed } = await openEmpty(bakery);
  await migrate(undisturbed);
  expect(await bakeryIn(database)).toEqual(await bakeryIn(undisturbed));
  expect((await bakeryIn(database)).loaves).toEqual([{ id: 'loaf_rye', name: 'Rye', price: 4, stock: 0, flour: null }]);
});

describe.skipIf(isEmbedded)('on a server', () => {
  test('a process that does not get the lock in time does not migrate', async () => {
    const { database } = await openEmpty(bakery);
    const other = database.dataSource.createQueryRunner();
    const lock = new MigrationLock(other);
    expect(await lock.take()).toBe(true);

    const refused = await migrate(database, 0).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(MigrationUnderWay);
    expect(await tablesOf(database)).toEqual(['migration_lock']);
    await lock.end(false);
    await other.query(`SELECT RELEASE_LOCK(CONCAT('migrate:', LEFT(DATABASE(), 50)))`);
    await other.release();
    expect(await migrate(database)).toHaveLength(bakery.migrations.length);
  });

  test.each([
    { where: 'this server', others: [] },
    {
      where: 'another server',
      others: [
        "UPDATE migration_lock SET server = 'elsewhere'",
        "SELECT RELEASE_LOCK(CONCAT('migrate:', LEFT(DATABASE(), 50)))",
      ],
    },
  ])(
    'a frozen process on $where has its turn until its lease ends, and cannot go on after that',
    async ({ others }) => {
      const { database, url } = await openEmpty(bakery);
      const frozen = await openDatabase(url, bakery);
      onTestFinished(() => frozen.close());
      const runner = frozen.dataSource.createQueryRunner();
      expect(await new MigrationLock(runner, 2000).take()).toBe(true);
      for (const sql of others) await runner.query(sql);
      expect(await migrate(database, 0).catch((error: unknown) => error)).toBeInstanceOf(MigrationUnderWay);

      const thawed = frozen.dataSource.query;
      frozen.dataSource.query = () => Promise.reject(new Error('it stands still'));
      expect(await migrate(database)).toHaveLength(bakery.migrations.length);
      frozen.dataSource.query = thawed;

      const failure = await runner.query('CREATE TABLE too_late (id INT)').catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(others.length > 0 ? MigrationLockLost : Error);
      expect(await tablesOf(database)).not.toContain('too_late');
      await runner.release();
    },
  );

  test('a turn may end while a process that did not get it looks whose it is', async () => {
    const { database } = await openEmpty(bakery);
    const [runner, other] = [database.dataSource.createQueryRunner(), database.dataSource.createQueryRunner()];
    const lock = new MigrationLock(runner);
    expect(await lock.take()).toBe(true);
    beforeLook(other, () => lock.end(true));

    expect(await new MigrationLock(other).take()).toBe(false);

    expect(await tablesOf(database)).toEqual([]);
    await Promise.all([runner.release(), other.release()]);
  });

  test('a process that has just got the lock goes on, although the lease of its predecessor has ended', async () => {
    const { database } = await openEmpty(bakery);
    const [runner, other] = [database.dataSource.createQueryRunner(), database.dataSource.createQueryRunner()];
    const predecessor = new MigrationLock(runner);
    expect(await predecessor.take()).toBe(true);
    await predecessor.end(false);

    expect(await new MigrationLock(other, 600_000).take()).toBe(false);

    expect(await runner.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await Promise.all([runner.release(), other.release()]);
  });

  test('of several processes that start at once, one migrates', async () => {
    const { database, url } = await openEmpty(bakery);
    const all = [database, await openDatabase(url, bakery), await openDatabase(url, bakery)];
    onTestFinished(async () => void (await Promise.all(all.slice(1).map((one) => one.close()))));

    const done = await Promise.all(all.map((one) => migrate(one)));

    expect(done.map(({ length }) => length).sort()).toEqual([0, 0, bakery.migrations.length]);
    expect(await tablesOf(database)).not.toContain('migration_lock');
  });

  test('while a migration waits for the end of a long transaction, others can use its table', async () => {
    const { database, url } = await openCrowd();
    const endTransaction = await useInTransaction(database);
    const program = new Program(columnMigrator, [], { DATABASE_URL: url });
    await beginningOfNextAttempt(database);

    for (let reads = 0; reads < 50; reads += 1) await database.rows('SELECT id FROM crowd');
    await beginningOfNextAttempt(database);
    for (let reads = 0; reads < 50; reads += 1) await database.rows('SELECT id FROM crowd');

    await endTransaction();
    expect(await program.ended).toMatchObject({ code: 0, output: expect.stringContaining('Column'), errors: '' });
  });

  test('a process that starts after a kill waits for the statement that the server still executes', async () => {
    const { database, url } = await openCrowd();
    const endTransaction = await useInTransaction(database);
    const killed = new Program(columnMigrator, [], { DATABASE_URL: url });
    await beginningOfNextAttempt(database);
    const next = new Program(columnMigrator, [], { DATABASE_URL: url });
    await expect.poll(() => waiting(database, 'User lock'), { interval: 20 }).toHaveLength(1);
    const [statement] = await beginningOfNextAttempt(database);
    await killed.stop('SIGKILL');

    let waitingForTable = [statement];
    while (waitingForTable.length === 0 || waitingForTable[0] === statement) {
      waitingForTable = await waiting(database, 'Waiting for table metadata lock');
      expect(waitingForTable.length).toBeLessThanOrEqual(1);
    }
    await endTransaction();

    expect(await next.ended).toMatchObject({ code: 0, output: expect.stringContaining('Column'), errors: '' });
  });
});

function emptyFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'killed-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'statements');
  writeFileSync(file, '');
  return file;
}

/** Does something before each look at the turn of another process. */
function beforeLook(runner: QueryRunner, act: () => Promise<void>): void {
  const query = runner.query.bind(runner);
  runner.query = async (...given: Parameters<typeof query>) => {
    if (given[0].includes('IS_USED_LOCK')) await act();
    return query(...given);
  };
}

/** A database with the table that the column migration changes. */
async function openCrowd(): Promise<{ database: Database; url: string }> {
  const opened = await openEmpty();
  await opened.database.dataSource.query('CREATE TABLE crowd (id INTEGER PRIMARY KEY)');
  return opened;
}

/** Begins a transaction that keeps the table from being changed, and returns a function that ends it. */
async function useInTransaction(database: Database): Promise<() => Promise<void>> {
  const began = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  onTestFinished(() => ending.resolve());
  const transaction = database.transaction(async ({ rows }) => {
    await rows('SELECT id FROM crowd');
    began.resolve();
    await ending.promise;
  });
  await began.promise;
  return () => {
    ending.resolve();
    return transaction;
  };
}

/** Waits until a migration begins to wait for its table, and returns the connections that do. */
async function beginningOfNextAttempt(database: Database): Promise<number[]> {
  const waitingForTable = () => waiting(database, 'Waiting for table metadata lock');
  await expect.poll(waitingForTable, { interval: 20 }).toEqual([]);
  await expect.poll(waitingForTable, { interval: 20 }).toHaveLength(1);
  return waitingForTable();
}

/** The connections of migrations that wait for something. */
async function waiting({ dataSource }: Database, what: string): Promise<number[]> {
  const [{ name }] = await dataSource.query('SELECT DATABASE() AS name');
  const processes: (ServerProcess & { db: string | null; Info: string | null })[] =
    await dataSource.query('SHOW PROCESSLIST');
  return processes
    .filter(({ db, State, Info }) => db === name && State === what && /^(ALTER TABLE|SELECT GET_LOCK)/.test(Info ?? ''))
    .map(({ Id }) => Id);
}

async function bakeryIn(database: Database) {
  const [loaves, counted] = [
    await database.dataSource.query('SELECT * FROM loaves'),
    await database.dataSource.query('SELECT COUNT(*) AS amount, COUNT(position) AS settled FROM sales'),
  ];
  return { ...(await schemaOf(database)), loaves, counted };
}

/** The definitions of all tables, and the migrations that have run. */
async function schemaOf({ dataSource, dialect }: Database): Promise<object> {
  const definitions =
    dialect.name === 'sqlite'
      ? await dataSource.query('SELECT name, sql FROM sqlite_master ORDER BY name')
      : await Promise.all((await tablesOf({ dataSource })).map((table) => definitionOf(dataSource, table)));
  return { definitions, migrations: await dataSource.query('SELECT name FROM migrations ORDER BY name') };
}

async function definitionOf(dataSource: Database['dataSource'], table: string): Promise<string> {
  const [row] = await dataSource.query(`SHOW CREATE TABLE ${table}`);
  return row['Create Table'].replace(/ AUTO_INCREMENT=\d+/, '');
}

async function tablesOf({ dataSource }: Pick<Database, 'dataSource'>): Promise<string[]> {
  const rows: { name: string }[] = await dataSource.query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  return rows.map(({ name }) => name);
}
