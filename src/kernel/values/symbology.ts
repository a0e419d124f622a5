/** Returns what a scanned code can mean: the text, and what remains of it without the marks of its kind of barcode. */
export function readingsOf(scanned: string): Set<string> {
  const plain = withoutSymbology(scanned);
  return new Set([scanned, plain, fromCode39(plain)]);
}

/**
 * Returns a scanned text without what some scanners send before it to tell the kind of barcode, such as `]Q3` (AIM, ISO/IEC 15424),
 * and the mark of GS1 that may follow.
 */
export function withoutSymbology(scanned: string): string {
  return scanned.replace(/^\][A-Za-z][0-9A-Za-z]\p{Cc}?(?=.)/su, '');
}

/** After `%`: the first letter of each run, latest first, and the character that it stands for. */
const afterPercent = [
  ['W', '`'],
  ['V', '@'],
  ['P', '{'],
  ['K', '['],
  ['F', ';'],
] as const;

/**
 * Returns the text of a Code 39 barcode whose symbols a scanner has sent as they are. Full ASCII Code 39 writes `a` as
 * `+A` and `!` as `/A`, and some scanners also send the `*` at both ends. Other texts stay.
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
