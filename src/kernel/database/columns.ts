import { DefaultNamingStrategy, type EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { type Instant, toInstant } from '../values/instant.ts';

const instantTransformer = {
  to: (value?: Instant | null) => (value ? new Date(`${value.replace(' ', 'T')}Z`) : value),
  from: (value?: Date | null) => (value ? toInstant(value) : value),
};

export const instant = {
  type: 'datetime',
  precision: 3,
  transformer: instantTransformer,
} satisfies EntitySchemaColumnOptions;

export const instantOrNull = { ...instant, nullable: true } satisfies EntitySchemaColumnOptions;

/** A text column. It compares by bytes, because migrations give all tables a binary collation. */
export const text = (length: number) => ({ type: 'varchar', length }) satisfies EntitySchemaColumnOptions;

export const textOrNull = (length: number) => ({ ...text(length), nullable: true }) satisfies EntitySchemaColumnOptions;

/** Text of any length. */
export const longText = { type: 'longtext' } satisfies EntitySchemaColumnOptions;

export const longTextOrNull = { ...longText, nullable: true } satisfies EntitySchemaColumnOptions;

/** A number that may exceed 2^31. It stays below 2^53, so JavaScript represents it exactly. */
export const bigNumber = {
  type: 'bigint',
  transformer: {
    to: (value?: number | null) => value,
    from: (value?: string | null) => (value == null ? value : Number(value)),
  },
} satisfies EntitySchemaColumnOptions;

/** Returns a foreign key. Its actions are explicit because engines name the defaults differently. */
export function reference(
  name: string,
  column: string,
  table: string,
  onDelete: 'RESTRICT' | 'CASCADE' | 'SET NULL' = 'RESTRICT',
) {
  return {
    name,
    target: table,
    columnNames: [column],
    referencedColumnNames: ['id'],
    onDelete,
    onUpdate: 'RESTRICT' as const,
  };
}

/** Names columns in snake case: the property `claimedAt` is the column `claimed_at`. */
export class SnakeCase extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

/** Returns the column name of a property. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the column of each property of a noun, with the alias of its table: `{ createdAt: 'c.created_at' }`. */
export function columnsOf<Noun>(schema: EntitySchema<Noun>, alias: string): Record<string, string> {
  return Object.fromEntries(Object.keys(schema.options.columns).map((name) => [name, `${alias}.${snakeCase(name)}`]));
}

/** Returns the column list of a SELECT for rows with these properties. */
export function selectList(columns: Record<string, string>): string {
  return Object.entries(columns)
    .map(([property, expression]) => `${expression} AS ${property}`)
    .join(', ');
}

/** Returns an SQL expression that renders a row as JSON with its property names. */
export function jsonObject(columns: Record<string, string>): string {
  return `JSON_OBJECT(${Object.entries(columns)
    .map(([property, expression]) => `'${property}', ${expression}`)
    .join(', ')})`;
}
