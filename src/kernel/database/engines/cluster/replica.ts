import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { callingAccount } from '../../../values/event-loop.ts';
import type { Connection } from '../../database.ts';
import { hasRow } from '../../rows.ts';
import type { Moment } from '../../snapshot.ts';
import { command, connectionOf, execute } from '../mysql-transaction.ts';
import { processHeartbeats } from './process-heartbeat.ts';

export const maxSnapshots = 8;

/** The maximum number of snapshots of a root account. A slow reader holds one for up to an hour. */
const maxSnapshotsEach = 2;

const timeoutMilliseconds = 1000;

const restMilliseconds = 10_000;

/** The maximum duration of a snapshot. The replica must keep all versions of rows during a snapshot. */
const longestMilliseconds = 3_600_000;

/**
 * `late`: it lags by more than a second. `no-positions`: the writer does not number transactions. `foreign`: it has
 * other data.
 */
export type ReplicaFailure = 'late' | 'unreachable' | 'no-positions' | 'foreign';

type Wait = (connection: PoolConnection) => Promise<void>;

interface Connected {
  dataSource: DataSource;
  pool: Pool;
}

interface Opened extends Connected {
  wait: Wait;
}

class Unusable extends Error {
  readonly failure: ReplicaFailure;

  constructor(failure: ReplicaFailure) {
    super(`the replica is not used: ${failure}`);
    this.failure = failure;
  }
}

export class Replica {
  readonly #writer: Pick<Connection, 'rows'>;
  readonly #connect: () => Promise<Connected>;
  #opened: Promise<Opened> | null = null;
  #inUse = 0;
  readonly #inUseBy = new Map<string, number>();
  #failure: ReplicaFailure | null = null;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(writer: Pick<Connection, 'rows'>, connect: () => Promise<Connected>) {
    this.#writer = writer;
    this.#connect = connect;
  }

  get failure(): ReplicaFailure | null {
    return this.#failure;
  }

  /**
   * Returns a snapshot that includes all earlier commits. Returns null if the replica is unusable, or if there are
   * already too many snapshots in total or for the calling account.
   */
  async snapshot(): Promise<Moment | null> {
    const account = callingAccount() ?? null;
    if (performance.now() < this.#restsUntil || !this.#hasRoomFor(account)) return null;
    const leave = this.#enter(account);
    try {
      const snapshot = await begin(await this.#connected(), leave);
      this.#failure = null;
      return snapshot;
    } catch (error) {
      leave();
      this.#failure = error instanceof Unusable ? error.failure : 'unreachable';
      this.#restsUntil = performance.now() + restMilliseconds;
      return null;
    }
  }

  #hasRoomFor(account: string | null): boolean {
    if (this.#inUse >= maxSnapshots) return false;
    return account === null || (this.#inUseBy.get(account) ?? 0) < maxSnapshotsEach;
  }

  /** Counts a snapshot. Returns the function that ends it. */
  #enter(account: string | null): () => void {
    const count = (change: number) => {
      this.#inUse += change;
      if (account === null) return;
      const own = (this.#inUseBy.get(account) ?? 0) + change;
      if (own > 0) this.#inUseBy.set(account, own);
      else this.#inUseBy.delete(account);
    };
    count(1);
    return () => count(-1);
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    await opened?.dataSource.destroy();
  }

  #connected(): Promise<Opened> {
    const opened = this.#opened ?? this.#open();
    this.#opened = opened;
    opened.catch(() => {
      if (this.#opened === opened) this.#opened = null;
    });
    return withinTimeout(opened, 'unreachable');
  }

  async #open(): Promise<Opened> {
    const { dataSource, pool } = await this.#connect();
    try {
      const opened = { dataSource, pool, wait: await waitOf(dataSource, this.#writer) };
      await this.#requireSameData(opened);
      return opened;
    } catch (error) {
      await dataSource.destroy();
      throw error;
    }
  }

  /** Compares the data: a replica of another cluster would also report that it has received everything. */
  async #requireSameData(opened: Opened): Promise<void> {
    const ours = await this.#writer.rows<{ id: string }>('SELECT process_id AS id FROM process_heartbeats LIMIT 100');
    const snapshot = await begin(opened, () => undefined);
    try {
      const isKnown = await hasRow(snapshot, processHeartbeats, { processId: ours.map(({ id }) => id) });
      if (ours.length > 0 && !isKnown) throw new Unusable('foreign');
    } finally {
      await snapshot.end();
    }
  }
}

async function begin({ pool, wait }: Opened, ended: () => void): Promise<Moment> {
  const connection = await connectionOf(pool);
  try {
    await withinTimeout(wait(connection), 'late');
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return begun(connection, ended);
}

export async function beginMoment(pool: Pool): Promise<Moment> {
  const connection = await connectionOf(pool);
  try {
    await runAll(connection, beginSnapshot);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return begun(connection, () => undefined);
}

function begun(connection: PoolConnection, ended: () => void): Moment {
  const tooLong = setTimeout(() => connection.destroy(), longestMilliseconds).unref();
  return {
    rows: (sql, parameters) => execute(connection, sql, parameters),
    end: async () => {
      clearTimeout(tooLong);
      await runAll(connection, ['COMMIT']).catch(() => connection.destroy());
      connection.release();
      ended();
    },
  };
}

async function withinTimeout<Result>(work: Promise<Result>, failure: ReplicaFailure): Promise<Result> {
  const ending = new AbortController();
  const { signal } = ending;
  const late = sleep(timeoutMilliseconds * 1.5, null, { signal }).then(() => Promise.reject(new Unusable(failure)));
  try {
    return await Promise.race([work, late]);
  } finally {
    ending.abort();
    for (const loser of [work, late]) loser.catch(() => undefined);
  }
}

const beginSnapshot = [
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
];

/**
 * Returns the statement that waits. Galera nodes wait by themselves. For other servers, transaction numbers are
 * compared.
 */
async function waitOf(dataSource: DataSource, writer: Pick<Connection, 'rows'>): Promise<Wait> {
  const [cluster] = await dataSource.query(`SHOW GLOBAL VARIABLES LIKE 'wsrep_on'`);
  if (cluster?.Value === 'ON') {
    return (connection) =>
      runAll(connection, ['SET SESSION wsrep_sync_wait = 1', ...beginSnapshot, 'SET SESSION wsrep_sync_wait = 0']);
  }
  const { position, waiting } = waits[dataSource.options.type === 'mariadb' ? 'mariadb' : 'mysql'];
  return async (connection) => {
    const [last] = await writer.rows<{ position: string }>(`SELECT ${position} AS position`);
    if (!last?.position) throw new Unusable('no-positions');
    const [outcome] = await execute<{ outcome: number }[]>(connection, `SELECT ${waiting} AS outcome`, [last.position]);
    if (Number(outcome?.outcome) !== 0) throw new Unusable('late');
    await runAll(connection, beginSnapshot);
  };
}

const waits = {
  mysql: {
    position: '@@GLOBAL.gtid_executed',
    waiting: `WAIT_FOR_EXECUTED_GTID_SET(?, ${timeoutMilliseconds / 1000})`,
  },
  mariadb: { position: '@@GLOBAL.gtid_binlog_pos', waiting: `MASTER_GTID_WAIT(?, ${timeoutMilliseconds / 1000})` },
};

async function runAll(connection: PoolConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await command(connection, statement);
}
