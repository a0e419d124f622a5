/** The highest code point. */
const last = '\u{10ffff}';

/** Returns the end of the range of texts that begin with `prefix`. It sorts after all of them. */
export function endOfPrefix(prefix: string): string {
  return prefix + last;
}
