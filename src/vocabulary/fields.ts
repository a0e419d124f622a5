import { type Column, type Given, longTextOrNull, textOrNull } from '../kernel/database/columns.ts';

/*
 * The optional fields of a noun, each declared once. From its declaration follow the column (here), the input and the
 * field of GraphQL (api/noun-fields.ts), the member on the wire (representations/wire-values.ts) and the
 * field of a form (console/frame/noun-form.ts). Whatever has a rule of its own stays beside the table.
 */

/** The values of a field that has a choice, with their descriptions. They become an enum. */
export interface Choices<Name extends string = string> {
  id: string;
  description: string;
  values: Record<Name, string>;
}

/** Returns the values in their order. */
export function valuesOf<Name extends string>({ values }: Choices<Name>): readonly Name[] {
  return Object.keys(values) as Name[];
}

/** Where a field appears, and what its descriptions say beside its label. */
interface Use {
  /** Its name on the wire. Without one, no representation shows it. */
  wire?: string;
  /** Its group in the form of the console. */
  form?: string;
  /** Whether keys with the alternative scope may read it. */
  alternativeScope?: true;
  /** Follows the label in the description of the input. */
  detail?: string;
  /** A further sentence in the description of the input. */
  note?: string;
  /** Replaces the label in the description of the result. */
  shown?: string;
}

export interface Field<Value extends string = string, Given extends Use = Use> {
  kind: 'text' | 'url' | 'phone' | 'email' | 'date' | 'decimal' | 'pattern' | 'choice';
  column: Column<Value | null>;
  length: number;
  label: string;
  use: Given;
  /** The form of the text, and the error for another form. */
  pattern?: readonly [RegExp, string];
  choices?: Choices<Value>;
}

export type Fields = Record<string, Field>;

/** The values of fields as a noun stores them. */
export type FieldValues<Table extends Fields> = {
  -readonly [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value | null : never;
};

function field<const Given extends Use>(
  kind: Field['kind'],
  length: number,
  label: string,
  use: Given,
): Field<string, Given> {
  return { kind, length, label, use, column: length > 1000 ? longTextOrNull : textOrNull(length) };
}

/** A text of at most so many characters. */
export const textField = <const Given extends Use>(length: number, label: string, use = {} as Given) =>
  field('text', length, label, use);

/** An https address. The label continues "The": `address of a logo`. */
export const urlField = <const Given extends Use>(label: string, use = {} as Given) => field('url', 500, label, use);

export const emailField = <const Given extends Use>(label: string, use = {} as Given) =>
  field('email', 254, label, use);

/** A phone number as given. */
export const phoneField = <const Given extends Use>(label: string, use = {} as Given) =>
  field('phone', 50, label, { detail: ', stored as given', shown: `${label}, as given`, ...use });

/** A day, `yyyy-MM-dd`. */
export const dateField = <const Given extends Use>(label: string, use = {} as Given) => field('date', 10, label, use);

/** A decimal number as text. */
export const decimalField = <const Given extends Use>(pattern: RegExp, label: string, use = {} as Given) => ({
  ...field('decimal', 20, label, use),
  pattern: [pattern, 'is not a decimal number'] as const,
});

/** A text of one form. */
export const patternField = <const Given extends Use>(
  length: number,
  pattern: readonly [RegExp, string],
  label: string,
  use = {} as Given,
) => ({ ...field('pattern', length, label, use), pattern });

/** One of a few values. */
export const choiceField = <Name extends string, const Given extends Use>(
  choices: Choices<Name>,
  label: string,
  use = {} as Given,
): Field<Name, Given> => ({ kind: 'choice', length: 10, label, use, column: textOrNull<Name>(10), choices });

/** Returns the columns of the fields. */
export function fieldColumns<Table extends Fields>(table: Table): { [Name in keyof Table]: Table[Name]['column'] } {
  const columns = Object.entries(table).map(([name, { column }]) => [name, column]);
  return Object.fromEntries(columns);
}

/** Returns the names of the fields in the order of their table. */
export function fieldNames<Table extends Fields>(table: Table): (keyof Table & string)[] {
  return Object.keys(table);
}

/** Returns what the changes say about the fields: `undefined` keeps a value, `null` clears it. */
export function changesIn<Table extends Fields>(
  table: Table,
  changes: Given<FieldValues<Table>>,
): Partial<FieldValues<Table>> {
  const given = fieldNames(table).filter((name) => changes[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, changes[name]])) as Partial<FieldValues<Table>>;
}
