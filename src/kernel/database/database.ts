import type { DataSource, EntitySchema } from 'typeorm';
import type { Signals, Topic } from '../signals/signals.ts';
import type { Dialect } from './dialect.ts';
import type { Migration } from './migration-steps.ts';
import type { Parameters } from './statement.ts';

export interface Model {
  entities: EntitySchema[];
  migrations: (new () => Migration)[];
}

export interface Connection {
  readonly dialect: Dialect;
  /** Uses a prepared statement. Returns instants as text. A list in `IN (:list)` may have any length. */
  rows<Row>(sql: string, parameters?: Parameters): Promise<Row[]>;
}

export type Proof = (connection: Connection) => Promise<boolean>;

export interface Transaction extends Connection {
  change(sql: string, parameters?: Parameters): Promise<number>;
  rehearse<Result>(work: () => Promise<Result>): Promise<Result>;
  signal(topic: Topic): void;
  /**
   * Sets `proof`, which determines after a lost connection whether the commit took effect. It waits for the rows that
   * the transaction has locked.
   */
  provenBy(proof: Proof): void;
}

export interface TransactionOptions {
  account?: string | undefined;
  /**
   * Set for transactions that change many rows and therefore wait for each other. On servers, they may wait longer for
   * locks.
   */
  bulk?: boolean | undefined;
}

export interface Snapshot extends AsyncDisposable {
  database: Database;
}

export interface PoolLoad {
  pool: string;
  used: number;
  idle: number;
  waiting: number;
}

export interface Database extends Connection {
  readonly dataSource: DataSource;
  readonly signals: Signals;
  /** Reads rows by key. It has its own connections, so that no long read delays it. */
  readonly lookups: Database;
  readonly background: Database;
  /**
   * Runs `work` in a transaction. The isolation is READ COMMITTED on servers and exclusive on SQLite. A deadlock makes
   * `work` run again, so it must have no effect outside the database.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Opens a consistent view for large reads, on a replica that has all earlier commits. Without one, uses this
   * database.
   */
  snapshot(): Promise<Snapshot>;
  /** Opens a view in which all statements see the data as of the time of the call. It locks nothing. */
  moment(): Promise<Snapshot>;
  readonly replicaFailure: string | null;
  /** Replaces the connections. Call it after a failover, because the address may now lead to another server. */
  renew(): void;
  /**
   * Overwrites removed content in SQLite files. Servers do so themselves. Returns false while another process reads the
   * files.
   */
  overwriteRemoved(): Promise<boolean>;
  poolLoads(): PoolLoad[];
  close(): Promise<void>;
}
