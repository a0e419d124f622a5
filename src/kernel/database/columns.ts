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

/** Every text column compares by its bytes: migrations give all tables a binary collation. */
export const text = (length: number) => ({ type: 'varchar', length }) satisfies EntitySchemaColumnOptions;

export const textOrNull = (length: number) => ({ ...text(length), nullable: true }) satisfies EntitySchemaColumnOptions;

/** Text of any length. */
export const longText = { type: 'longtext' } satisfies EntitySchemaColumnOptions;

export const longTextOrNull = { ...longText, nullable: true } satisfies EntitySchemaColumnOptions;

/** A number that may pass 2^31. It stays below 2^53, so that JavaScript holds it exactly. */
export const bigNumber = {
  type: 'bigint',
  transformer: {
    to: (value?: number | null) => value,
    from: (value?: string | null) => (value == null ? value : Number(value)),
  },
} satisfies EntitySchemaColumnOptions;

/** A foreign key. Its actions are spelled out because engines name the defaults differently. */
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

/** `claimedAt` in a class is `claimed_at` in the database. */
export class SnakeCase extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

/** The column of a property. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** For each property of a noun the column that holds it, by the alias of its table: `{ createdAt: 'c.created_at' }`. */
export function columnsOf<Noun>(schema: EntitySchema<Noun>, alias: string): Record<string, string> {
  return Object.fromEntries(Object.keys(schema.options.columns).map((name) => [name, `${alias}.${snakeCase(name)}`]));
}

/** The list of a SELECT that answers rows with these properties. */
export function selectList(columns: Record<string, string>): string {
  return Object.entries(columns)
    .map(([property, expression]) => `${expression} AS ${property}`)
    .join(', ');
}

/** An SQL expression that renders a row as JSON, under the names of its properties. */
export function jsonObject(columns: Record<string, string>): string {
  return `JSON_OBJECT(${Object.entries(columns)
    .map(([property, expression]) => `'${property}', ${expression}`)
    .join(', ')})`;
}
