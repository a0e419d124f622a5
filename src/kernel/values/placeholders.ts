/** The names of the values that a text of a message can contain, in square brackets. */
const placeholderNames = ['FIRSTNAME', 'LASTNAME', 'NAME', 'URL', 'UNSUBSCRIBE'] as const;
export type PlaceholderName = (typeof placeholderNames)[number];

/** The maximum number of placeholders in a text, because a message grows by a value with each of them. */
export const mostPlaceholders = 200;

/** A placeholder, and where it stands in its text. */
export interface Placeholder {
  name: PlaceholderName;
  start: number;
  end: number;
}

/** Yields the placeholders of a text in their order. Other words in square brackets are text. */
export function* placeholdersIn(text: string): Generator<Placeholder> {
  for (const { 0: whole, 1: word, index } of text.matchAll(/\[([A-Z]+)\]/g)) {
    const name = placeholderNames.find((known) => known === word);
    if (name) yield { name, start: index, end: index + whole.length };
  }
}

export function hasTooManyPlaceholders(text: string): boolean {
  return [...placeholdersIn(text)].length > mostPlaceholders;
}
