import { DefaultNamingStrategy, EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaOptions } from 'typeorm';
import { type Instant, toInstant } from '../values/instant.ts';

const instantTransformer = {
  to: (value?: Instant | null) => (value ? new Date(`${value.replace(' ', 'T')}Z`) : value),
  from: (value?: Date | null) => (value ? toInstant(value) : value),
};

declare const held: unique symbol;

export type Column<Value = unknown> = EntitySchemaColumnOptions & { readonly [held]?: Value };

export type Values<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

export type Optional<Data> = { [Name in keyof Data]?: Data[Name] | undefined };

export type Stored<Table> = Table extends EntitySchema<infer Noun> ? Noun : never;

interface TableOptions<Columns> extends Pick<EntitySchemaOptions<unknown>, 'name' | 'indices' | 'foreignKeys'> {
  tableName: string;
  columns: Columns;
}

export function table<Columns extends Record<string, Column>>(
  options: TableOptions<Columns>,
): EntitySchema<Values<Columns>> {
  return new EntitySchema(options as EntitySchemaOptions<Values<Columns>>);
}

export const instant: Column<Instant> = { type: 'datetime', precision: 3, transformer: instantTransformer };

export const instantOrNull: Column<Instant | null> = { ...instant, nullable: true };

/** A text that is compared by bytes, because migrations give all tables a binary collation. */
export const text = <Text extends string = string>(length: number): Column<Text> => ({ type: 'varchar', length });

export const textOrNull = <Text extends string = string>(length: number): Column<Text | null> => ({
  ...text(length),
  nullable: true,
});

export const longText: Column<string> = { type: 'longtext' };

export const longTextOrNull: Column<string | null> = { ...longText, nullable: true };

export const integer: Column<number> = { type: 'integer' };

export const integerOrNull: Column<number | null> = { ...integer, nullable: true };

/** A number that may exceed 2^31 but stays below 2^53, so that JavaScript represents it exactly. */
export const bigNumber: Column<number> = {
  type: 'bigint',
  transformer: {
    to: (value?: number | null) => value,
    from: (value?: string | null) => (value == null ? value : Number(value)),
  },
};

export const bigNumberOrNull: Column<number | null> = { ...bigNumber, nullable: true };

/** A sum. Whole numbers are exact up to 2^53, and no sum is too large to store. */
export const sumOrNull: Column<number | null> = { type: 'double', nullable: true };

const counter: Column<number> = { ...integer, default: 0 };

export const key = <Value>(column: Column<Value>): Column<Value> => ({ ...column, primary: true });

const ascending: Column<number> = { ...key(bigNumber), generated: 'increment' };

/** The kinds of columns, for the declaration of a table. */
export const column = {
  ...{ ascending, bigNumber, bigNumberOrNull, counter, instant, instantOrNull, integer, integerOrNull, key },
  ...{ longText, longTextOrNull, sumOrNull, text, textOrNull },
};

export function absent<Noun>({ options }: EntitySchema<Noun>): Absent<Noun> {
  const names = Object.entries<EntitySchemaColumnOptions | undefined>(options.columns).filter(
    ([, column]) => column?.nullable,
  );
  return Object.fromEntries(names.map(([name]) => [name, null])) as Absent<Noun>;
}

type Absent<Noun> = { [Name in keyof Noun as null extends Noun[Name] ? Name : never]: null };

export function givenOrNull<Columns extends Record<string, Column>>(
  columns: Columns,
  given: Optional<Values<Columns>>,
): Values<Columns> {
  const names = Object.keys(columns) as (keyof Columns)[];
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null])) as Values<Columns>;
}

/** Changes the row in memory. `undefined` keeps a value. `null` clears it, unless the value is required. */
export function applyChanges<Noun extends object>(
  { options }: EntitySchema<Noun>,
  row: NoInfer<Noun>,
  changes: { readonly [Name in keyof Noun]?: Noun[Name] | null | undefined },
): void {
  const columns: Readonly<Record<string, EntitySchemaColumnOptions | undefined>> = options.columns;
  const given = Object.entries(changes).filter(([name, value]) => {
    const column = columns[name];
    return column && value !== undefined && (value !== null || column.nullable);
  });
  Object.assign(row, Object.fromEntries(given));
}

/** Names the actions explicitly, because the engines name the defaults differently. */
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

export class SnakeCase extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function columnsOf<Noun>(schema: EntitySchema<Noun>, alias: string): Record<string, string> {
  return Object.fromEntries(Object.keys(schema.options.columns).map((name) => [name, `${alias}.${snakeCase(name)}`]));
}

/** Selects columns, with `instants` as text: mysql2 takes as long to decode a datetime as five short texts. */
export function selectList(columns: Record<string, string>, instants: readonly string[] = []): string {
  return Object.entries(columns)
    .map(([property, expression]) => {
      const value = instants.includes(property) ? `CAST(${expression} AS CHAR(23))` : expression;
      return `${value} AS ${property}`;
    })
    .join(', ');
}

export function instantsOf<Noun>({ options }: EntitySchema<Noun>): string[] {
  const columns = Object.entries<EntitySchemaColumnOptions | undefined>(options.columns);
  return columns.filter(([, column]) => column?.type === instant.type).map(([name]) => name);
}

export function jsonObject(columns: Record<string, string>): string {
  return `JSON_OBJECT(${Object.entries(columns)
    .map(([property, expression]) => `'${property}', ${expression}`)
    .join(', ')})`;
}
