import type { Field, Fields, FieldValues } from '../vocabulary/fields.ts';

/** Returns an instant or a `DateTime` as `yyyy-MM-dd HH:mm:ss` in UTC, or an empty text for null. */
export function date(value: string | null): string {
  if (value === null) return '';
  const text = value.slice(0, 19);
  return text[10] === 'T' ? text.replace('T', ' ') : text;
}

export function flag(value: unknown): '0' | '1' {
  return value ? '1' : '0';
}

/** Like `date`, but returns null for null, as /v4 does. */
export function dateOrNull(value: string | null): string | null {
  return value === null ? null : date(value);
}

/** Returns an instant in ISO 8601, in UTC with microseconds. The /v4 paths of directories use this form. */
export function isoTime(value: string): string {
  return `${value.slice(0, 10)}T${value.slice(11, 23)}000Z`;
}

type Filled<Values> = {
  [Name in keyof Values]: Exclude<Values[Name], null> | (null extends Values[Name] ? '' : never);
};

/** Replaces the null values of a /v4 representation with empty texts, as /v3 does. */
export function filled<Values extends object>(values: Values): Filled<Values> {
  const copy = { ...values } as Record<string, unknown>;
  for (const name in copy) copy[name] ??= '';
  return copy as Filled<Values>;
}

/** Returns a phone number without its `+`. /v3 shows it like this in groups and sends. */
export function withoutPlus(phone: string | null): string {
  return (phone ?? '').replace(/^\+/, '');
}

export type WireNames<Table extends Fields> = keyof Wired<Table>;

type Wired<Table extends Fields> = {
  [Name in keyof Table as Table[Name] extends Field<string, { wire: infer Wire extends string }>
    ? Wire
    : never]: Table[Name] extends Field<infer Value> ? Value | null : never;
};

type NamesOnWire<Table extends Fields> = {
  [Name in keyof Table]: Table[Name] extends Field<string, { wire: string }> ? Name : never;
}[keyof Table];

interface OnWire {
  wire: string;
  name: string;
  field: Field;
}

/** Returns the fields, in the order of the table. */
export function fieldsOnWire(table: Fields): OnWire[] {
  return Object.entries(table).flatMap(([name, field]) =>
    field.use.wire ? [{ wire: field.use.wire, name, field }] : [],
  );
}

/** Returns a function that returns the wire members of a noun, as /v4 does. Missing values are null. */
export function wireMembers<Table extends Fields>(
  table: Table,
): (noun: Pick<FieldValues<Table>, NamesOnWire<Table>>) => Wired<Table> {
  const shown = fieldsOnWire(table);
  return (noun) => {
    const values = noun as Readonly<Record<string, unknown>>;
    const members: Record<string, unknown> = {};
    for (const { wire, name } of shown) members[wire] = values[name] ?? null;
    return members as Wired<Table>;
  };
}

/** Returns the wire members of a table as empty texts, as /v3 shows missing values. */
export function emptyMembers<Table extends Fields>(table: Table): Filled<Wired<Table>> {
  return Object.fromEntries(fieldsOnWire(table).map(({ wire }) => [wire, ''])) as Filled<Wired<Table>>;
}

/** Returns a function that replaces empty members by the values of a noun. */
export function fillMembers<Table extends Fields>(table: Table) {
  const shown = fieldsOnWire(table);
  return (members: Filled<Wired<Table>>, noun: FieldValues<Table>): void => {
    const target = members as Record<string, unknown>;
    const values = noun as Readonly<Record<string, unknown>>;
    for (const { wire, name } of shown) target[wire] = values[name] ?? '';
  };
}
