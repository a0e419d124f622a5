/** Both prevent changes to the row. `exclusive` also prevents other locks. */
export type RowLock = 'shared' | 'exclusive';

/** The SQL that differs between engines. Only this file and those that open and migrate databases contain such SQL. */
export interface Dialect {
  name: 'sqlite' | 'mysql';
  insertIfAbsent: string;
  overwrite(key: string, ...columns: string[]): string;
  /** Ends an INSERT that adds to columns of existing rows. NULL adds nothing. */
  addTo(key: string, ...columns: string[]): string;
  forShare: string;
  forUpdate: string;
  forUpdateNoWait: string;
  forUpdateSkipLocked: string;
  /** An event id of 80 random bits. Hexadecimal digits are part of the alphabet of ids. */
  newEventId: string;
  plusDays(instant: string, days: string): string;
  lowerCase(text: string): string;
  /** A hint for queries in which the optimizer would choose an index that reads far more rows. */
  useIndex(index: string): string;
  orderedJoin: string;
  /**
   * Turns a list of lists, in JSON, into a table with one row per inner list. `ordinal` numbers the rows from 1.
   * `columns` hold up to 255 characters, and `longColumns` any length.
   */
  jsonRows(parameter: string, columns: readonly string[], longColumns?: readonly string[]): string;
  /** Updates the rows whose numbers are in `:rows`, a list in JSON. `r.ordinal` is the place in that list, from 1. */
  updateRows(table: string, key: string, set: string): string;
  /** The number of rows per INSERT of a bulk creation. On SQLite, a statement blocks the event loop. */
  bulkRows: number;
}

const sumOf = (column: string, value: string) => `COALESCE(${column} + ${value}, ${column}, ${value})`;

const mysql: Dialect = {
  name: 'mysql',
  insertIfAbsent: 'INSERT IGNORE',
  overwrite: (_, ...columns) =>
    `ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = VALUES(${column})`).join(', ')}`,
  addTo: (_, ...columns) =>
    `ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = ${sumOf(column, `VALUES(${column})`)}`).join(', ')}`,
  forShare: 'LOCK IN SHARE MODE',
  forUpdate: 'FOR UPDATE',
  forUpdateNoWait: 'FOR UPDATE NOWAIT',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  newEventId: `CONCAT('evt_', LOWER(HEX(RANDOM_BYTES(10))))`,
  plusDays: (instant, days) => `DATE_ADD(CAST(${instant} AS DATETIME(3)), INTERVAL ${days} DAY)`,
  lowerCase: (text) => `LOWER(${text})`,
  useIndex: (index) => `FORCE INDEX (${index})`,
  orderedJoin: 'STRAIGHT_JOIN',
  jsonRows: (parameter, columns, longColumns = []) =>
    `JSON_TABLE(${parameter}, '$[*]' COLUMNS (ordinal FOR ORDINALITY, ${[...columns, ...longColumns]
      .map((column, index) => {
        const type = index < columns.length ? 'VARCHAR(255)' : 'LONGTEXT';
        return `${column} ${type} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$[${index}]'`;
      })
      .join(', ')}))`,
  updateRows: (table, key, set) =>
    `UPDATE JSON_TABLE(:rows, '$[*]' COLUMNS (ordinal FOR ORDINALITY, value BIGINT PATH '$[0]')) AS r
     STRAIGHT_JOIN ${table} ON ${table}.${key} = r.value SET ${set}`,
  bulkRows: 10_000,
};

const sqlite: Dialect = {
  name: 'sqlite',
  insertIfAbsent: 'INSERT OR IGNORE',
  overwrite: (key, ...columns) =>
    `ON CONFLICT (${key}) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  addTo: (key, ...columns) =>
    `ON CONFLICT (${key}) DO UPDATE SET ${columns.map((column) => `${column} = ${sumOf(column, `excluded.${column}`)}`).join(', ')}`,
  forShare: '',
  forUpdate: '',
  forUpdateNoWait: '',
  forUpdateSkipLocked: '',
  newEventId: `('evt_' || lower(hex(randomblob(10))))`,
  plusDays: (instant, days) => `strftime('%Y-%m-%d %H:%M:%f', ${instant}, ${days} || ' days')`,
  lowerCase: (text) => `lower_case(${text})`,
  useIndex: (index) => `INDEXED BY ${index}`,
  orderedJoin: 'CROSS JOIN',
  jsonRows: (parameter, columns, longColumns = []) =>
    `(SELECT key + 1 AS ordinal, ${[...columns, ...longColumns]
      .map((column, index) => `json_extract(value, '$[${index}]') AS ${column}`)
      .join(', ')} FROM json_each(${parameter}))`,
  updateRows: (table, key, set) =>
    `UPDATE ${table} SET ${set} FROM (SELECT key + 1 AS ordinal, json_extract(value, '$[0]') AS value FROM json_each(:rows)) AS r
     WHERE ${table}.${key} = r.value`,
  bulkRows: 2000,
};

export const dialects = { mysql, sqlite };

/** On SQLite, only an `integer` primary key becomes the row id. */
export const sqliteTypes: Record<string, string> = { bigint: 'integer', longtext: 'text' };
