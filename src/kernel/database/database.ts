import type { DataSource, EntitySchema } from 'typeorm';
import type { Signals, Topic } from '../signals/signals.ts';
import type { Dialect } from './dialect.ts';
import type { Migration } from './migration-steps.ts';
import type { Value } from './statement.ts';

export interface Model {
  entities: EntitySchema[];
  migrations: (new () => Migration)[];
}

/** Executes statements. The database itself and each transaction in it are connections. */
export interface Connection {
  readonly dialect: Dialect;
  /** Runs a SELECT as a prepared statement. Returns instants as text. */
  rows<Row>(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
}

/** Returns whether the database shows traces of a transaction. */
export type Proof = (connection: Connection) => Promise<boolean>;

export interface Transaction extends Connection {
  change(sql: string, parameters?: readonly Value[]): Promise<number>;
  /** Runs `work`, takes back what it changed, and returns its result. */
  rehearse<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Wakes the loops that wait for the topic, after the commit. */
  signal(topic: Topic): void;
  /** How to find out after a lost connection whether it took effect. `proof` waits for the rows that it has locked. */
  provenBy(proof: Proof): void;
}

export interface TransactionOptions {
  /** The root account that gives the transaction its turn. Default: that of the present caller. */
  account?: string | undefined;
  /** For changes of many rows, which wait for each other: on servers it waits for locks longer than others. */
  bulk?: boolean | undefined;
}

/** A database for reading. It must be ended (`await using`). */
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
  /**
   * The same database for reading rows by their keys, with connections of its own: no long read delays it. Everything else
   * is read in the turns of the accounts.
   */
  readonly lookups: Database;
  /** The same database for workers, who may wait longer, with connections of its own. */
  readonly background: Database;
  /**
   * Runs `work` in a transaction: READ COMMITTED on servers, exclusive on SQLite. An error rolls it back. After a
   * deadlock `work` runs again, so it must have no effect outside the database.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Returns the database for reading much. With a replica, all statements of a snapshot see the same moment, including
   * everything that was committed before the call; while the replica is late, busy or away, it is the database itself.
   */
  snapshot(): Promise<Snapshot>;
  /** Returns a database for reading, of which all statements see the moment of the call. It locks nothing. */
  moment(): Promise<Snapshot>;
  /** Why the replica for reading is not used. Null if it is, or if there is none. */
  readonly replicaFailure: string | null;
  /** Opens new connections for all further statements: the address may lead to another server now. */
  renew(): void;
  /**
   * Overwrites what removed and replaced rows have left in the files of the embedded database. Returns false while another
   * process still reads it. Servers overwrite it by themselves after a while.
   */
  overwriteRemoved(): Promise<boolean>;
  poolLoads(): PoolLoad[];
  close(): Promise<void>;
}
