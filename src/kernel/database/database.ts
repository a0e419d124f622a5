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
  /** Shows after a lost connection whether the commit took effect. `proof` waits for the rows that it has locked. */
  provenBy(proof: Proof): void;
}

export interface TransactionOptions {
  account?: string | undefined;
  /** For transactions that change many rows and so wait for each other: on servers, they may wait longer for locks. */
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
  /** Reads rows by key on connections of its own, so that no long read delays them. */
  readonly lookups: Database;
  readonly background: Database;
  /**
   * Isolation: READ COMMITTED on servers, exclusive on SQLite. `work` runs again after a deadlock, so it must have no
   * effect outside the database.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Opens a consistent view for large reads, from a replica that has all earlier commits. Falls back to this database.
   */
  snapshot(): Promise<Snapshot>;
  /** Opens a view in which all statements see the moment of the call. Locks nothing. */
  moment(): Promise<Snapshot>;
  readonly replicaFailure: string | null;
  /** Replaces the connections. Call it after a failover: the address may now lead to another server. */
  renew(): void;
  /**
   * Overwrites removed content in SQLite files; servers do this themselves. Returns false while another process reads
   * them.
   */
  overwriteRemoved(): Promise<boolean>;
  poolLoads(): PoolLoad[];
  close(): Promise<void>;
}
