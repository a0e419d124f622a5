/**
 * Returns the possible readings of a scan: as scanned, without its symbology prefix, and decoded from full ASCII Code
 * 39.
 */
export function readingsOf(scanned: string): Set<string> {
  const plain = withoutSymbology(scanned);
  return new Set([scanned, plain, fromCode39(plain)]);
}

/** Removes scanner prefixes such as `]Q3` (ISO/IEC 15424), and the GS1 mark that may follow. */
export function withoutSymbology(scanned: string): string {
  return scanned.replace(/^\][A-Za-z][0-9A-Za-z]\p{Cc}?(?=.)/su, '');
}

/** The first letters of runs, the latest first, each with the character that it stands for. */
const afterPercent = [
  ['W', '`'],
  ['V', '@'],
  ['P', '{'],
  ['K', '['],
  ['F', ';'],
] as const;

/**
 * In full ASCII, Code 39 writes `a` as `+A` and `!` as `/A`. Some scanners also send the `*` at both ends. Other texts
 * stay unchanged.
 */
function fromCode39(scanned: string): string {
  const [, inner = scanned] = /^\*([^*]+)\*$/.exec(scanned) ?? [];
  if (/[a-z]/.test(inner)) return inner;
  return inner.replace(/([+/%])([A-Z])/g, (pair, shift: string, letter: string) => {
    if (shift === '+') return letter.toLowerCase();
    if (shift === '/') return String.fromCharCode(letter.charCodeAt(0) - 'A'.charCodeAt(0) + '!'.charCodeAt(0));
    const run = afterPercent.find(([first]) => first <= letter);
    return run ? String.fromCharCode(run[1].charCodeAt(0) + letter.charCodeAt(0) - run[0].charCodeAt(0)) : pair;
  });
}
