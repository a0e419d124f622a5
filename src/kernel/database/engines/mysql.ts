import type { Pool } from 'mysql2';
import * as mysql2 from 'mysql2';
import { DataSource } from 'typeorm';
import { Signals } from '../../signals/signals.ts';
import { withinSpan } from '../../telemetry/instrumentation.ts';
import { callingAccount } from '../../values/event-loop.ts';
import { SnakeCase } from '../columns.ts';
import type { Database, Model, Transaction, TransactionOptions } from '../database.ts';
import { dialects } from '../dialect.ts';
import { snapshotOf, withoutSnapshot } from '../snapshot.ts';
import { beginMoment, maxSnapshots, Replica } from './cluster/replica.ts';
import { type Life, loadOf, openPool, type PoolLimits } from './connection-pool.ts';
import { FairQueue } from './fair-queue.ts';
import { type Connections, execute, inTransaction } from './mysql-transaction.ts';
import { bulkLockSeconds, type Timeouts, timeoutOfWorkers } from './timeout.ts';
import { withRetries } from './transaction-retry.ts';

/** The connections by use. Reads never wait for the lock of a transaction, and lookups never wait for a long read. */
const connections = { reading: 8, lookups: 4, writing: 12, background: 8 };

/**
 * The maximum number of simultaneous reads of an account. It keeps one account from filling the connections or the
 * processors of the server.
 */
const maxReads = connections.reading / 4;

/** Each read takes a few milliseconds, so all of them together wait at most two seconds. */
const queueLimits = { waitingEach: 1000, waiting: 10_000 };

/** Connects to a server. Its version shows which engine it is. `replicaUrl` is for snapshots. */
export async function openMySql(url: string, model: Model, timeout: Timeouts, replicaUrl?: string): Promise<Database> {
  const address = addressOf(url);
  const life: Life = { closed: false, renewals: 0 };
  const { type, compresses } = await traitsOf(address);
  const server = { address, type, model, life };
  const { connectionMilliseconds: milliseconds } = timeout;
  const [reading, lookups, writing, background] = await Promise.all([
    connect(server, {
      ...timeout,
      name: 'reading',
      connections: connections.reading,
      beginsByItself: false,
      queue: new FairQueue({
        total: connections.reading,
        each: maxReads,
        ...queueLimits,
        milliseconds: 1.5 * milliseconds,
      }),
    }),
    connect(server, { ...timeout, name: 'lookups', connections: connections.lookups, beginsByItself: false }),
    connect(server, { ...timeout, name: 'writing', connections: connections.writing, beginsByItself: true }),
    connect(server, {
      ...timeoutOfWorkers,
      name: 'background',
      connections: connections.background,
      beginsByItself: false,
    }),
  ]);
  const all = [reading, lookups, writing, background];
  const rows: Database['rows'] = (sql, parameters) => execute(reading.pool, sql, parameters);
  const replica = replicaUrl ? replicaOf({ ...server, address: addressOf(replicaUrl) }, { rows }, timeout) : null;
  const signals = new Signals();
  const queue = new FairQueue({
    total: connections.writing,
    each: connections.writing / 4,
    ...queueLimits,
    milliseconds,
  });
  const common = {
    dialect: dialects.mysql,
    dataSource: background.dataSource,
    signals,
    renew: () => {
      life.renewals += 1;
    },
    overwriteRemoved: async () => true,
    poolLoads: () => all.map(({ pool }) => loadOf(pool)),
    close: async () => {
      life.closed = true;
      await Promise.all([...all.map(({ dataSource }) => dataSource.destroy()), replica?.close()]);
    },
  };
  const forWorkers: Database = {
    ...common,
    rows: (sql, parameters) => execute(background.pool, sql, parameters),
    transaction: (work) =>
      withinSpan('transaction', () => withRetries(() => inTransaction(background, signals, work), true)),
    get background() {
      return forWorkers;
    },
    get lookups() {
      return forWorkers;
    },
    snapshot: () => withoutSnapshot(forWorkers),
    moment: async () => snapshotOf(forWorkers, await beginMoment(background.pool)),
    replicaFailure: null,
  };
  const bulkSettings = {
    own: `innodb_lock_wait_timeout = ${bulkLockSeconds}${compresses ? ', binlog_transaction_compression = ON' : ''}`,
    usual: `innodb_lock_wait_timeout = ${timeout.lockSeconds}${compresses ? ', binlog_transaction_compression = DEFAULT' : ''}`,
  };
  const usual = {
    ...common,
    transaction: <Result>(
      work: (transaction: Transaction) => Promise<Result>,
      { account = callingAccount(), bulk }: TransactionOptions = {},
    ) =>
      withinSpan('transaction', () =>
        queue.run(account, () => withRetries(() => inTransaction(writing, signals, work, bulk && bulkSettings), false)),
      ),
    background: forWorkers,
    snapshot: async () => {
      const snapshot = await replica?.snapshot();
      return snapshot ? snapshotOf(database, snapshot) : withoutSnapshot(database);
    },
    moment: () => forWorkers.moment(),
  };
  const forLookups: Database = {
    ...usual,
    rows: (sql, parameters) => execute(lookups.pool, sql, parameters),
    get lookups() {
      return forLookups;
    },
    get replicaFailure() {
      return replica?.failure ?? null;
    },
  };
  const database: Database = {
    ...usual,
    rows,
    lookups: forLookups,
    get replicaFailure() {
      return replica?.failure ?? null;
    },
  };
  return database;
}

function addressOf(url: string): string {
  return url.replace(/^mariadb:/, 'mysql:');
}

function replicaOf(server: Server, writer: Pick<Database, 'rows'>, timeout: Timeouts): Replica {
  const limits = {
    ...timeout,
    name: 'replica',
    connectionMilliseconds: 1000,
    connections: maxSnapshots + 1,
    beginsByItself: false,
  };
  return new Replica(writer, () => connect(server, limits));
}

interface Server {
  address: string;
  type: 'mysql' | 'mariadb';
  model: Model;
  life: Life;
}

interface Connected extends Connections {
  dataSource: DataSource;
}

async function connect({ address, type, model, life }: Server, limits: PoolLimits): Promise<Connected> {
  let pool: Pool | undefined;
  const createPool = (options: mysql2.PoolOptions): Pool => {
    pool = openPool(options, type, limits, life);
    return pool;
  };
  const dataSource = new DataSource({
    type,
    url: address,
    driver: { ...mysql2, createPool },
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: limits.connections,
    namingStrategy: new SnakeCase(),
    entities: model.entities,
    migrations: model.migrations,
  });
  await dataSource.initialize();
  if (!pool) throw new Error('TypeORM did not create its pool through the given driver');
  return { dataSource, pool, beginsByItself: limits.beginsByItself };
}

/**
 * Returns the type of the server, and whether it can compress single transactions: a group refuses transactions of more
 * than 150 MB, about 125,000 sessions.
 */
async function traitsOf(url: string): Promise<{ type: 'mysql' | 'mariadb'; compresses: boolean }> {
  const connection = await mysql2.createConnection({ uri: url, connectTimeout: 5000 }).promise();
  try {
    const [rows] = await connection.query<mysql2.RowDataPacket[]>('SELECT VERSION() AS version');
    if (/mariadb/i.test(String(rows[0]?.version))) return { type: 'mariadb', compresses: false };
    const compressing = connection.query('SET SESSION binlog_transaction_compression = ON');
    return { type: 'mysql', compresses: await compressing.then(() => true).catch(() => false) };
  } finally {
    connection.destroy();
  }
}
