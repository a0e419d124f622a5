/** Until the transaction ends nobody else may change the row, or lock it either. */
export type RowLock = 'shared' | 'exclusive';

/** What the engines say differently. This is the only file that knows. */
export interface Dialect {
  name: 'sqlite' | 'mysql';
  /** Begins an INSERT that leaves rows alone whose key exists already. */
  insertIfAbsent: string;
  /** Ends an INSERT that overwrites columns of rows whose key exists already. */
  overwrite(key: string, ...columns: string[]): string;
  /** The ending of a SELECT whose rows nobody may change until the transaction ends. */
  forShare: string;
  /** The ending of a SELECT whose rows nobody else may change until the transaction ends, or lock either. */
  forUpdate: string;
  /** As `forUpdate`, but it fails at once when somebody else holds a row. */
  forUpdateNoWait: string;
  /** As `forUpdate`, but rows that somebody else holds are passed over. */
  forUpdateSkipLocked: string;
  /** The same as an option of TypeORM's finders: rows as they are for everybody, or for oneself alone. */
  lock(kind: RowLock): { lock?: { mode: 'pessimistic_read' | 'pessimistic_write' } };
  /** A random event id. Hexadecimal digits are a subset of the alphabet of ids; 80 random bits. */
  newEventId: string;
  /** The instant a number of days after another. */
  plusDays(instant: string, days: string): string;
  /** Says which index to read, where the optimiser would choose one that reads far more rows. */
  useIndex(index: string): string;
  /**
   * A table of the elements of a JSON list of lists of text, with their `ordinal` from 1: columns of at most 255
   * characters, and after them those of any length.
   */
  jsonRows(parameter: string, columns: readonly string[], longColumns?: readonly string[]): string;
}

const mysql: Dialect = {
  name: 'mysql',
  insertIfAbsent: 'INSERT IGNORE',
  overwrite: (_, ...columns) =>
    `ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = VALUES(${column})`).join(', ')}`,
  forShare: 'LOCK IN SHARE MODE',
  forUpdate: 'FOR UPDATE',
  forUpdateNoWait: 'FOR UPDATE NOWAIT',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  lock: (kind) => ({ lock: { mode: kind === 'shared' ? 'pessimistic_read' : 'pessimistic_write' } }),
  newEventId: `CONCAT('evt_', LOWER(HEX(RANDOM_BYTES(10))))`,
  plusDays: (instant, days) => `DATE_ADD(CAST(${instant} AS DATETIME(3)), INTERVAL ${days} DAY)`,
  useIndex: (index) => `FORCE INDEX (${index})`,
  jsonRows: (parameter, columns, longColumns = []) =>
    `JSON_TABLE(${parameter}, '$[*]' COLUMNS (ordinal FOR ORDINALITY, ${[...columns, ...longColumns]
      .map((column, index) => {
        const type = index < columns.length ? 'VARCHAR(255)' : 'LONGTEXT';
        return `${column} ${type} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$[${index}]'`;
      })
      .join(', ')}))`,
};

const sqlite: Dialect = {
  name: 'sqlite',
  insertIfAbsent: 'INSERT OR IGNORE',
  overwrite: (key, ...columns) =>
    `ON CONFLICT (${key}) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  forShare: '',
  forUpdate: '',
  forUpdateNoWait: '',
  forUpdateSkipLocked: '',
  lock: () => ({}),
  newEventId: `('evt_' || lower(hex(randomblob(10))))`,
  plusDays: (instant, days) => `strftime('%Y-%m-%d %H:%M:%f', ${instant}, ${days} || ' days')`,
  useIndex: (index) => `INDEXED BY ${index}`,
  jsonRows: (parameter, columns, longColumns = []) =>
    `(SELECT key + 1 AS ordinal, ${[...columns, ...longColumns]
      .map((column, index) => `json_extract(value, '$[${index}]') AS ${column}`)
      .join(', ')} FROM json_each(${parameter}))`,
};

export const dialects = { mysql, sqlite };

/** What the columns of the schema are called on SQLite: only an `integer` key is the row's own number there. */
export const sqliteTypes: Record<string, string> = { bigint: 'integer', longtext: 'text' };
