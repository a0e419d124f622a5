import {
  type QueryRunner,
  Table,
  type TableColumnOptions,
  type TableForeignKeyOptions,
  type TableOptions,
} from 'typeorm';
import { sqliteTypes } from '../src/kernel/database/dialect.ts';

type ColumnOptions = Partial<TableColumnOptions>;

/** Creates a table in which text is compared byte by byte. */
export async function createTable(
  runner: QueryRunner,
  name: string,
  options: Omit<TableOptions, 'name'>,
): Promise<void> {
  const embedded = runner.connection.options.type === 'better-sqlite3';
  const columns = options.columns?.map((column) => ({
    ...column,
    type: (embedded && sqliteTypes[column.type]) || column.type,
  }));
  const engine = embedded ? {} : { engine: 'InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin' };
  await runner.createTable(new Table({ ...options, ...engine, name, ...(columns && { columns }) }));
}

export const text = (name: string, length: number, options: ColumnOptions = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});

const column =
  (type: string, preset: ColumnOptions = {}) =>
  (name: string, options: ColumnOptions = {}): TableColumnOptions => ({ name, type, ...preset, ...options });

export const instant = column('datetime', { precision: 3 });
export const bigint = column('bigint');
export const integer = column('integer');
export const longText = column('longtext');

export const reference = (
  name: string,
  columnName: string,
  table: string,
  onDelete = 'RESTRICT',
): TableForeignKeyOptions => ({
  name,
  columnNames: [columnName],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'RESTRICT',
});
