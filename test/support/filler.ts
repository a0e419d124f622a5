import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import { snakeCase } from '../../src/kernel/database/columns.ts';

/** Returns the columns of a table that an INSERT must name, and rows that belong to no account of a test. Rows differ in every column. */
export function fillerOf({ options }: EntitySchema, amount: number): { columns: string[]; rows: unknown[][] } {
  const columns = Object.entries<EntitySchemaColumnOptions | undefined>(options.columns).filter(
    ([, column]) => !column?.generated,
  );
  return {
    columns: columns.map(([name]) => snakeCase(name)),
    rows: Array.from({ length: amount }, (_, row) =>
      columns.map(([name, column]) => (above.includes(name) ? null : filling(column ?? {}, row))),
    ),
  };
}

/** An account that is its own parent would have no root. */
const above = ['parentId', 'testOf'];

/** Numbers and times lie far beyond those of a test. */
function filling({ type, length }: Partial<EntitySchemaColumnOptions>, row: number): string | number {
  if (type === 'datetime') return `2900-01-01 ${new Date(row * 1000).toISOString().slice(11, 23)}`;
  if (type === 'varchar' || type === 'longtext')
    return row
      .toString(36)
      .padStart(4, '~')
      .slice(-Number(length ?? 4));
  return 1_000_000_000 + row;
}
