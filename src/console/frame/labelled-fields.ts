import type { Fields, Field as NounField } from '../../vocabulary/fields.ts';
import { type Words, wordFor } from '../../words/languages.ts';
import type { Field, Kind, LabelledField } from './screen-field.ts';

/** A field that finds its label and hint by its name, or by the name in `word`. */
type NamedField = Field & { word?: string };

type WordOf<Name, Declared> = Declared extends { word: infer Word extends string } ? Word : Name;

/** The fields for which the dictionary has no label. */
type Wordless<Group, Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { kind: 'hidden' } | { label: unknown }
    ? never
    : Group extends Record<WordOf<Name, Fields[Name]>, FieldWords>
      ? never
      : Name;
}[keyof Fields];

/** If a label is missing, this type is not usable as the fields of a form. */
type Labelled<Group, Fields> = [Wordless<Group, Fields>] extends [never]
  ? { -readonly [Name in keyof Fields]: LabelledField }
  : { withoutLabel: Wordless<Group, Fields> };

/**
 * Adds labels, hints and refusals by the names of the fields. A hint is next to its label in the dictionary, or has
 * a name such as `zipHint`. A refusal has a name such as `zipError`. A missing label is a compile error.
 */
export function labelled<Group extends object>(words: (words: Words) => Group) {
  return <const Fields extends Record<string, NamedField>>(fields: Fields): Labelled<Group, Fields> => {
    const entries = Object.entries<NamedField>(fields).map(([name, { word = name, ...field }]) => [
      name,
      { ...textsOf((all) => namedWords(words(all), word)), ...field },
    ]);
    return Object.fromEntries(entries);
  };
}

/** Finds texts such as `zip`, `zipHint` and `zipError`. */
function namedWords(group: object, name: string): FieldWords {
  const [label = '', hint] = textsIn(wordFor(group, name));
  const [named = ''] = textsIn(wordFor(group, `${name}Hint`));
  const [error = ''] = textsIn(wordFor(group, `${name}Error`));
  return [label, hint ?? named, error];
}

function textsIn(found: unknown): string[] {
  return [found].flat().filter((text) => typeof text === 'string');
}

type InForm<Table extends Fields> = {
  [Name in keyof Table]: Table[Name] extends NounField<string, { form: string }> ? Name : never;
}[keyof Table];

/** The label of a field, with its hint and its refusal if it has them. */
type FieldWords = string | readonly [label: string, hint: string, error?: string];

/** `words` returns the labels and hints. */
export function formFields<Table extends Fields>(
  table: Table,
  words: (words: Words) => Record<InForm<Table>, FieldWords>,
): { [Name in InForm<Table>]: LabelledField } {
  const inForm = Object.entries<NounField>(table).filter(([, { use }]) => use.form);
  const fields = inForm.map(([name, field]): [string, LabelledField] => [
    name,
    { ...formField(field), ...textsOf((all) => wordFor(words(all), name)) },
  ]);
  return Object.fromEntries(fields) as { [Name in InForm<Table>]: LabelledField };
}

/** Hints and refusals may be empty. */
export function textsOf(words: (all: Words) => FieldWords | undefined) {
  const textOf = (all: Words, index: number) => [words(all) ?? []].flat()[index] ?? '';
  return {
    label: (all: Words) => textOf(all, 0),
    hint: (all: Words) => textOf(all, 1),
    error: (all: Words) => textOf(all, 2),
  };
}

/** Returns the labels of fields that are only numbered, such as custom fields. */
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

/** Returns the control of a field. A text of 1,000 characters or more gets several lines. */
function formField({ kind, length }: NounField): Field {
  const maxLength = kind === 'date' || kind === 'decimal' || kind === 'choice' ? {} : { maxLength: length };
  return { kind: kind === 'text' ? (length < 1000 ? 'text' : 'textarea') : kinds[kind], ...maxLength };
}
