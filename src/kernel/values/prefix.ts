const last = '\u{10ffff}';

/** Returns the end of the range of texts that begin with `prefix`. It sorts after all of them. */
export function endOfPrefix(prefix: string): string {
  return prefix + last;
}

/**
 * Returns one form for upper and lower case and for all encodings of accents, cut to the length of a column of 255
 * characters. Removes spaces around the value because servers treat `Ada` and `Ada ` as the same key.
 */
export function fold(value: string): string {
  return [...value.normalize('NFC').toLowerCase().trim()].slice(0, 255).join('').trimEnd();
}

const mostWords = 10;

/** Returns the parts of a text from each later word on: `der Berg` and `Berg` for `van der Berg`. */
export function laterWords(text: string): string[] {
  return [...text.matchAll(/(?<=[\s-])[^\s-]/g)].slice(0, mostWords).map(({ index }) => text.slice(index));
}
