import type { DataSource, EntityManager, EntitySchema, MigrationInterface } from 'typeorm';
import type { Signals, Topic } from '../signals/signals.ts';
import type { Dialect } from './dialect.ts';
import type { Value } from './statement.ts';

/** What is stored, and how the tables came to be. */
export interface Model {
  entities: EntitySchema[];
  migrations: (new () => MigrationInterface)[];
}

/** Something that answers statements: the database itself, or a transaction in it. */
export interface Connection {
  readonly dialect: Dialect;
  /** Runs a SELECT as a prepared statement. Instants come as text. */
  rows<Row>(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
  /** TypeORM, for the reading and writing of single nouns that nobody does a thousand times a second. */
  readonly manager: EntityManager;
}

export interface Transaction extends Connection {
  /** Runs a prepared INSERT, UPDATE or DELETE and answers the number of rows that it touched. */
  change(sql: string, parameters?: readonly Value[]): Promise<number>;
  /** After the commit wakes who waits for the topic. */
  signal(topic: Topic): void;
}

export interface Database extends Connection {
  readonly dataSource: DataSource;
  readonly signals: Signals;
  /**
   * Runs `work` in a transaction: READ COMMITTED on servers, exclusive on SQLite. Throwing rolls back. On a deadlock or
   * a lock-wait time-out everything is done again, so `work` must have no effect outside the database.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
