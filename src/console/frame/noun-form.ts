import type { Fields, Field as NounField } from '../../vocabulary/fields.ts';
import type { Words } from '../../words/languages.ts';
import type { Field, Kind } from './screen-field.ts';

type InForm<Table extends Fields> = {
  [Name in keyof Table]: Table[Name] extends NounField<string, { form: string }> ? Name : never;
}[keyof Table];

export type FieldWords = string | readonly [label: string, hint: string];

/** `words` returns the labels and hints. */
export function formFields<Table extends Fields>(
  table: Table,
  words: (words: Words) => Record<InForm<Table>, FieldWords>,
): { [Name in InForm<Table>]: Field } {
  const inForm = Object.entries<NounField>(table).filter(([, { use }]) => use.form);
  const wordsOf = (name: string) => (all: Words) => [words(all)[name as InForm<Table>]].flat();
  const fields = inForm.map(([name, field]): [string, Field] => [
    name,
    {
      ...formField(field),
      label: (all) => wordsOf(name)(all)[0] ?? '',
      hint: (all) => wordsOf(name)(all)[1] ?? '',
    },
  ]);
  return Object.fromEntries(fields) as { [Name in InForm<Table>]: Field };
}

/** Returns the labels of fields whose names are only numbers. */
export function numbered<Table extends Fields>(table: Table, label: (number: number) => string) {
  return Object.fromEntries(Object.keys(table).map((name, index) => [name, label(index + 1)])) as {
    [Name in keyof Table]: string;
  };
}

export function namesInGroup(table: Fields, group: string): string[] {
  return Object.entries(table).flatMap(([name, { use }]) => (use.form === group ? name : []));
}

const kinds: Record<Exclude<NounField['kind'], 'text'>, Kind> = {
  url: 'url',
  email: 'email',
  phone: 'tel',
  date: 'date',
  decimal: 'decimal',
  pattern: 'text',
  choice: 'select',
};

/** A text of 1,000 characters has several lines. */
function formField({ kind, length }: NounField): Field {
  const most = kind === 'date' || kind === 'decimal' || kind === 'choice' ? {} : { most: length };
  return { kind: kind === 'text' ? (length < 1000 ? 'text' : 'textarea') : kinds[kind], ...most };
}
