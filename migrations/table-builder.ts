import type { TableColumnOptions, TableForeignKeyOptions } from 'typeorm';

type ColumnOptions = Partial<TableColumnOptions>;

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
export const double = column('double');
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
