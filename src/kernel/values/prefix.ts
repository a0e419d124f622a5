const last = '\u{10ffff}';

/** Returns a text that sorts after all texts with the prefix. */
export function endOfPrefix(prefix: string): string {
  return prefix + last;
}

/**
 * Ignores case, the encoding of accents, and outer spaces: servers treat `Ada` and `Ada ` as the same key. Returns at
 * most 255 characters.
 */
export function fold(value: string): string {
  return [...value.normalize('NFC').toLowerCase().trim()].slice(0, 255).join('').trimEnd();
}

const maxWords = 10;

/** Returns `der Berg` and `Berg` for `van der Berg`. */
export function laterWords(text: string): string[] {
  return [...text.matchAll(/(?<=[\s-])[^\s-]/g)].slice(0, maxWords).map(({ index }) => text.slice(index));
}
