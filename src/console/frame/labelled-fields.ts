import type { Words } from '../../words/languages.ts';
import type { FieldWords } from './noun-form.ts';
import type { Field } from './screen-field.ts';

/** A field whose label and hint are found by its name, or by the name `word`. */
type NamedField = Field & { word?: string };

/** Adds labels and hints by the names of the fields. A hint is next to its label, or has a name like `zipHint`. */
export function labelled<Name extends string>(
  words: (words: Words) => object,
  fields: Record<Name, NamedField>,
): Record<Name, Field> {
  const entries = Object.entries<NamedField>(fields).map(([name, { word = name, ...field }]): [string, Field] => {
    const wordsOf = (all: Words): readonly (string | undefined)[] => {
      const group = words(all) as Record<string, FieldWords | undefined>;
      return [group[word] ?? '', group[`${word}Hint`] ?? []].flat();
    };
    if (field.kind === 'hidden') return [name, field];
    return [name, { label: (all) => wordsOf(all)[0] ?? '', hint: (all) => wordsOf(all)[1] ?? '', ...field }];
  });
  return Object.fromEntries(entries) as Record<Name, Field>;
}
