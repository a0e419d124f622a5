const last = '\u{10ffff}';

/** Returns a text that sorts after all texts with the prefix. */
export function endOfPrefix(prefix: string): string {
  return prefix + last;
}

/** Returns the first characters, as databases count them: no character outside the basic plane is cut in half. */
export function firstCharacters(text: string, max: number): string {
  return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');
}

/**
 * Ignores case, the encoding of accents, and outer spaces: servers treat `Ada` and `Ada ` as the same key. Returns at
 * most 255 characters.
 */
export function fold(value: string): string {
  return firstCharacters(value.normalize('NFC').toLowerCase().trim(), 255).trimEnd();
}

const maxWords = 10;

/** Returns `der Berg` and `Berg` for `van der Berg`. */
export function laterWords(text: string): string[] {
  return [...text.matchAll(/(?<=[\s-])[^\s-]/g)].slice(0, maxWords).map(({ index }) => text.slice(index));
}
