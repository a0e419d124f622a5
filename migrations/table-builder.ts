import type { TableColumnOptions, TableForeignKeyOptions, TableIndexOptions } from 'typeorm';

type ColumnOptions = Pick<TableColumnOptions, 'default'>;

const column =
  (type: string, preset: Partial<TableColumnOptions> = {}) =>
  (name: string, options: ColumnOptions = {}): TableColumnOptions => ({ name, type, ...preset, ...options });

const nullable = { isNullable: true };

export const text = (name: string, length: number, options: ColumnOptions = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});

export const textOrNull = (name: string, length: number): TableColumnOptions => ({
  ...text(name, length),
  ...nullable,
});

export const longText = column('longtext');
export const longTextOrNull = column('longtext', nullable);
export const instant = column('datetime', { precision: 3 });
export const instantOrNull = column('datetime', { precision: 3, ...nullable });
export const integer = column('integer');
export const integerOrNull = column('integer', nullable);
export const bigint = column('bigint');
export const bigintOrNull = column('bigint', nullable);
export const doubleOrNull = column('double', nullable);

/** A column of the primary key. */
export const key = (of: TableColumnOptions): TableColumnOptions => ({ ...of, isPrimary: true });

/** A primary key to which the database assigns ascending numbers. */
export const ascending = (name: string): TableColumnOptions => ({
  ...key(bigint(name)),
  isGenerated: true,
  generationStrategy: 'increment',
});

export const index = (name: string, ...columnNames: string[]): TableIndexOptions & { name: string } => ({
  name,
  columnNames,
});

export const unique = (name: string, ...columnNames: string[]): TableIndexOptions & { name: string } => ({
  ...index(name, ...columnNames),
  isUnique: true,
});

/** A foreign key. Its actions are explicit because engines name the defaults differently. */
export const reference = (
  name: string,
  columnName: string,
  table: string,
  { to = 'id', onDelete = 'RESTRICT' } = {},
): TableForeignKeyOptions => ({
  name,
  columnNames: [columnName],
  referencedTableName: table,
  referencedColumnNames: [to],
  onDelete,
  onUpdate: 'RESTRICT',
});
