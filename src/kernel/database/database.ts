import type { DataSource, EntitySchema } from 'typeorm';
import type { Signals, Topic } from '../signals/signals.ts';
import type { Dialect } from './dialect.ts';
import type { Migration } from './migration-steps.ts';
import type { Value } from './statement.ts';

export interface Model {
  entities: EntitySchema[];
  migrations: (new () => Migration)[];
}

export interface Connection {
  readonly dialect: Dialect;
  /** Uses a prepared statement. Returns instants as text. */
  rows<Row>(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
}

export type Proof = (connection: Connection) => Promise<boolean>;

export interface Transaction extends Connection {
  change(sql: string, parameters?: readonly Value[]): Promise<number>;
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
  /** For reading rows by key, with its own connections: no long read delays it. */
  readonly lookups: Database;
  readonly background: Database;
  /** READ COMMITTED on servers, exclusive on SQLite. `work` reruns after a deadlock: no effect outside the database. */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** For large reads: a consistent view from a replica, with all earlier commits. Falls back to this database. */
  snapshot(): Promise<Snapshot>;
  /** All statements see the moment of the call. Locks nothing. */
  moment(): Promise<Snapshot>;
  readonly replicaFailure: string | null;
  /** Use after a failover: the address may lead to another server now. */
  renew(): void;
  /** Overwrites removed content in SQLite files. False while another process reads them. Servers do this themselves. */
  overwriteRemoved(): Promise<boolean>;
  poolLoads(): PoolLoad[];
  close(): Promise<void>;
}
