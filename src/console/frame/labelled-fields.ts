import { type Words, wordFor } from '../../words/languages.ts';
import { type FieldWords, textsOf } from './noun-form.ts';
import type { Field, LabelledField } from './screen-field.ts';

/** A field whose label and hint are found by its name, or by the name `word`. */
type NamedField = Field & { word?: string };

type WordOf<Name, Declared> = Declared extends { word: infer Word extends string } ? Word : Name;

/** The fields of which the dictionary has no label. */
type Wordless<Group, Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { kind: 'hidden' } | { label: unknown }
    ? never
    : Group extends Record<WordOf<Name, Fields[Name]>, FieldWords>
      ? never
      : Name;
}[keyof Fields];

/** Not usable as fields of a form if a label is missing. */
type Labelled<Group, Fields> = [Wordless<Group, Fields>] extends [never]
  ? { -readonly [Name in keyof Fields]: LabelledField }
  : { withoutLabel: Wordless<Group, Fields> };

/**
 * Adds labels, hints and refusals by the names of the fields. A hint stands beside its label, or has a name like
 * `zipHint`; a refusal has a name like `zipError`. Does not compile if a label is missing.
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

/** Finds `zip`, `zipHint` and `zipError`. */
function namedWords(group: object, name: string): FieldWords {
  const [label = '', hint] = textsIn(wordFor(group, name));
  const [named = ''] = textsIn(wordFor(group, `${name}Hint`));
  const [error = ''] = textsIn(wordFor(group, `${name}Error`));
  return [label, hint ?? named, error];
}

function textsIn(found: unknown): string[] {
  return [found].flat().filter((text) => typeof text === 'string');
}
