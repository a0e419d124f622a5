import { type Column, longTextOrNull, type Optional, textOrNull } from '../kernel/database/columns.ts';

/*
 * Each declaration determines a column, a GraphQL field (api/noun-fields.ts), a wire member
 * (representations/wire-values.ts) and a form field (console/frame/labelled-fields.ts).
 */

export interface Choices<Name extends string = string> {
  id: string;
  description: string;
  values: Record<Name, string>;
}

export function valuesOf<Name extends string>({ values }: Choices<Name>): readonly Name[] {
  return Object.keys(values) as Name[];
}

interface Use {
  /** The name on the wire. Without one, the field does not appear there. */
  wire?: string;
  form?: string;
  /** Whether the alternative scope is enough to read the field. */
  alternativeScope?: true;
  /** A text that follows the label in the description of the input. */
  detail?: string;
  /** A further sentence in the description of the input. */
  note?: string;
  shown?: string;
}

export interface Field<Value extends string = string, Optional extends Use = Use> {
  kind: 'text' | 'url' | 'phone' | 'email' | 'date' | 'decimal' | 'pattern' | 'choice';
  column: Column<Value | null>;
  length: number;
  label: string;
  use: Optional;
  /** The pattern of valid values, and the error for other values. */
  pattern?: readonly [RegExp, string];
  choices?: Choices<Value>;
  /** Whether control characters become spaces. */
  isLine?: true;
}

export type Fields = Record<string, Field>;

export type FieldValues<Table extends Fields> = {
  -readonly [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value | null : never;
};

function field<const Optional extends Use>(
  kind: Field['kind'],
  length: number,
  label: string,
  use: Optional,
): Field<string, Optional> {
  return { kind, length, label, use, column: length > 1000 ? longTextOrNull : textOrNull(length) };
}

export const textField = <const Optional extends Use>(length: number, label: string, use = {} as Optional) =>
  field('text', length, label, use);

/** A text on one line, such as a name. */
export const lineField = <const Optional extends Use>(length: number, label: string, use = {} as Optional) => ({
  ...field('text', length, label, use),
  isLine: true as const,
});

/** An https address. The label completes a sentence that begins with "The", as `address of a logo` does. */
export const urlField = <const Optional extends Use>(label: string, use = {} as Optional) =>
  field('url', 500, label, use);

export const emailField = <const Optional extends Use>(label: string, use = {} as Optional) =>
  field('email', 254, label, use);

export const phoneField = <const Optional extends Use>(label: string, use = {} as Optional) =>
  field('phone', 50, label, { detail: ', stored as given', shown: `${label}, as given`, ...use });

/** A date as `yyyy-MM-dd`. */
export const dateField = <const Optional extends Use>(label: string, use = {} as Optional) =>
  field('date', 10, label, use);

export const decimalField = <const Optional extends Use>(pattern: RegExp, label: string, use = {} as Optional) => ({
  ...field('decimal', 20, label, use),
  pattern: [pattern, 'is not a decimal number'] as const,
});

export const patternField = <const Optional extends Use>(
  length: number,
  pattern: readonly [RegExp, string],
  label: string,
  use = {} as Optional,
) => ({ ...field('pattern', length, label, use), pattern });

export const choiceField = <Name extends string, const Optional extends Use>(
  choices: Choices<Name>,
  label: string,
  use = {} as Optional,
): Field<Name, Optional> => ({ kind: 'choice', length: 10, label, use, column: textOrNull<Name>(10), choices });

export function fieldColumns<Table extends Fields>(table: Table): { [Name in keyof Table]: Table[Name]['column'] } {
  const columns = Object.entries(table).map(([name, { column }]) => [name, column]);
  return Object.fromEntries(columns);
}

export function fieldNames<Table extends Fields>(table: Table): (keyof Table & string)[] {
  return Object.keys(table);
}

/** `undefined` keeps a value; `null` clears it. */
export function changesIn<Table extends Fields>(
  table: Table,
  changes: Optional<FieldValues<Table>>,
): Partial<FieldValues<Table>> {
  const given = fieldNames(table).filter((name) => changes[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, changes[name]])) as Partial<FieldValues<Table>>;
}
