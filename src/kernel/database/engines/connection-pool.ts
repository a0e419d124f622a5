import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolConnection } from 'mysql2';
import * as mysql2 from 'mysql2';
import { measures } from '../../telemetry/instrumentation.ts';
import { callingAccount } from '../../values/event-loop.ts';
import type { PoolLoad } from '../database.ts';
import { DatabaseBusy, DatabaseClosed, isDeparture } from '../failures.ts';
import type { FairQueue } from './fair-queue.ts';
import { processOf, type ServerProcess } from './process-list.ts';
import type { Timeouts } from './timeout.ts';

export interface PoolLimits extends Timeouts {
  name: string;
  connections: number;
  beginsByItself: boolean;
  queue?: FairQueue;
}

export interface Life {
  closed: boolean;
  renewals: number;
}

const maxWaiting = 10_000;

/** The prepared statements per connection. By default, servers allow 16,382 for all connections of all processes. */
const preparedStatements = 128;

export function openPool(options: mysql2.PoolOptions, type: 'mysql' | 'mariadb', limits: PoolLimits, life: Life): Pool {
  const pool = mysql2.createPool({
    ...options,
    connectTimeout: 5000,
    enableKeepAlive: true,
    maxPreparedStatements: preparedStatements,
  });
  pool.on('connection', (connection) => {
    leaveDepartedServer(connection);
    prepareConnection(connection, type, limits);
  });
  const { statementMilliseconds, silenceMilliseconds } = limits;
  if (statementMilliseconds !== null)
    onSilence(pool, statementMilliseconds + graceMilliseconds, ({ stream }) => stream.destroy(new ServerSilent()));
  else if (silenceMilliseconds) endLostStatements(pool, options, silenceMilliseconds);
  leaveFormerConnections(pool, life);
  limitWaiting(pool, limits, life);
  if (limits.queue) queueFairly(pool, limits.queue);
  return pool;
}

type Callback = (error: unknown, ...results: unknown[]) => void;

interface Running {
  query(...given: unknown[]): unknown;
  execute(...given: unknown[]): unknown;
}

function leaveDepartedServer(connection: PoolConnection): void {
  const runs: Running = connection;
  for (const name of ['query', 'execute'] as const) {
    const run = runs[name].bind(connection);
    runs[name] = (...given) => {
      const callback = given.at(-1);
      if (typeof callback !== 'function') return run(...given);
      const watched: Callback = (error, ...results) => {
        if (error && isDeparture(error)) connection.destroy();
        (callback as Callback)(error, ...results);
      };
      return run(...given.slice(0, -1), watched);
    };
  }
}

/**
 * Prepares a connection, and closes one that refuses a setting: without `autocommit = 0`, statements would commit
 * immediately.
 */
function prepareConnection(
  connection: PoolConnection,
  type: 'mysql' | 'mariadb',
  { lockSeconds, statementMilliseconds, beginsByItself }: PoolLimits,
): void {
  const configure = (statement: string) => connection.query(statement, (error) => error && connection.destroy());
  configure('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  configure(`SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = ${lockSeconds},
    sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`);
  if (beginsByItself) configure('SET SESSION autocommit = 0');
  if (statementMilliseconds === null) return;
  const limit =
    type === 'mysql'
      ? `max_execution_time = ${statementMilliseconds}`
      : `max_statement_time = ${statementMilliseconds / 1000}`;
  configure(`SET SESSION ${limit}`);
}

/** The process waits this much longer than the server, which ends most statements in time. */
const graceMilliseconds = 1000;

type Socketed = PoolConnection & { stream: Socket };

/**
 * Calls `end` for a connection that has been silent for this long during a statement. Either the server hangs, or its
 * time limit does not cover the statement, such as an UPDATE on MySQL. The server then rolls back.
 */
function onSilence(pool: Pool, milliseconds: number, end: (connection: Socketed) => unknown): void {
  const inUse = new WeakSet<PoolConnection>();
  pool.on('acquire', (connection) => inUse.add(connection));
  pool.on('release', (connection) => inUse.delete(connection));
  pool.on('connection', (connection: Socketed) => {
    connection.stream.setTimeout(milliseconds);
    // A callback of setTimeout would fire only once, and an idle connection would use it up.
    connection.stream.on('timeout', () => {
      if (inUse.has(connection)) end(connection);
    });
  });
}

const answerMilliseconds = 5000;

/**
 * Ends statements that the server no longer executes. Their duration proves nothing, because statements of workers may
 * take hours.
 */
function endLostStatements(pool: Pool, options: mysql2.PoolOptions, milliseconds: number): void {
  onSilence(pool, milliseconds, async ({ stream, threadId }) => {
    const { bytesRead } = stream;
    const isExecuting = await executes(options, threadId, milliseconds).catch(() => false);
    // The response may already be on its way.
    if (!isExecuting) await sleep(graceMilliseconds);
    if (stream.bytesRead !== bytesRead) return;
    if (isExecuting) stream.setTimeout(milliseconds);
    else stream.destroy(new ServerSilent());
  });
}

/** Returns false if the server has executed the statement for less than half of this time, or does not execute it. */
async function executes(options: mysql2.PoolOptions, threadId: number, milliseconds: number): Promise<boolean> {
  const connection = mysql2.createConnection({ ...options, connectTimeout: answerMilliseconds }) as Socketed;
  connection.on('error', () => undefined); // The query fails with the same error.
  const limit = setTimeout(() => connection.stream.destroy(new ServerSilent()), answerMilliseconds);
  try {
    // Another server behind the address may use the same number, but probably not for an equally long statement.
    const found = await processOf(async (sql) => {
      const [rows] = await connection.promise().query<(mysql2.RowDataPacket & ServerProcess)[]>(sql);
      return rows;
    }, threadId);
    return found !== undefined && found.Command !== 'Sleep' && found.Time >= Math.floor(milliseconds / 2000);
  } finally {
    clearTimeout(limit);
    connection.destroy();
  }
}

class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database server did not respond in time');
  }
}

function leaveFormerConnections(pool: Pool, life: Life): void {
  const openedAfter = new WeakMap<PoolConnection, number>();
  pool.on('connection', (connection) => openedAfter.set(connection, life.renewals));
  const getConnection = pool.getConnection.bind(pool);
  const getCurrent: Pool['getConnection'] = (take) =>
    getConnection((error, connection) => {
      if (error || openedAfter.get(connection) === life.renewals) return void take(error, connection);
      connection.destroy();
      getCurrent(take);
    });
  pool.getConnection = getCurrent;
}

function queueFairly(pool: Pool, queue: FairQueue): void {
  const ends = new WeakMap<PoolConnection, () => void>();
  const end = (connection: PoolConnection) => {
    ends.get(connection)?.();
    ends.delete(connection);
  };
  pool.on('connection', (connection) => {
    for (const name of ['release', 'destroy'] as const) {
      const leave = connection[name].bind(connection);
      connection[name] = () => {
        leave();
        end(connection);
      };
    }
    for (const name of ['end', 'error']) connection.once(name, () => end(connection));
  });
  const getConnection = pool.getConnection.bind(pool);
  pool.getConnection = (take) => {
    const use = () =>
      new Promise<void>((resolve) => {
        getConnection((error, connection) => {
          if (error) resolve();
          else ends.set(connection, resolve);
          take(error, connection);
        });
      });
    queue.run(callingAccount(), use).catch((error) => refuse(take, error));
  };
}

/**
 * Limits the wait for a connection. A call fails with `DatabaseBusy` after a long wait, and with `DatabaseClosed` after
 * the database was closed. mysql2 sets no code.
 */
function limitWaiting(pool: Pool, { name, connectionMilliseconds, queue }: PoolLimits, life: Life): void {
  const getConnection = pool.getConnection.bind(pool);
  let waiting = 0;
  const connections = connectionsOf(pool);
  loads.set(pool, () => ({ pool: name, ...connections(), waiting: waiting + (queue?.waiting ?? 0) }));
  pool.getConnection = (take) => {
    if (waiting >= maxWaiting) return void process.nextTick(take, new DatabaseBusy());
    waiting += 1;
    let late = false;
    const began = performance.now();
    const timer = setTimeout(() => {
      late = true;
      refuse(take, new DatabaseBusy());
    }, connectionMilliseconds);
    getConnection((error, connection) => {
      waiting -= 1;
      measures()?.waits.record((performance.now() - began) / 1000, { pool: name });
      clearTimeout(timer);
      if (late) connection?.release();
      else take(error && life.closed ? new DatabaseClosed() : error, connection);
    });
  };
}

function refuse(take: Parameters<Pool['getConnection']>[0], error: NodeJS.ErrnoException): void {
  (take as (error: NodeJS.ErrnoException) => void)(error);
}

const loads = new WeakMap<Pool, () => PoolLoad>();

export function loadOf(pool: Pool): PoolLoad {
  const load = loads.get(pool);
  if (!load) throw new Error('not a pool of openPool');
  return load();
}

function connectionsOf(pool: Pool): () => Pick<PoolLoad, 'used' | 'idle'> {
  const open = new Set<PoolConnection>();
  const used = new Set<PoolConnection>();
  pool.on('connection', (connection: Socketed) => {
    open.add(connection);
    connection.stream.once('close', () => {
      open.delete(connection);
      used.delete(connection);
    });
  });
  pool.on('acquire', (connection) => used.add(connection));
  pool.on('release', (connection) => used.delete(connection));
  return () => ({ used: used.size, idle: open.size - used.size });
}
