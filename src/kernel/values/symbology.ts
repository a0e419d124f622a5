/**
 * Returns a scanned text without what some scanners send before it to tell the kind of barcode, such as `]Q3` (AIM, ISO/IEC 15424),
 * and the mark of GS1 that may follow.
 */
export function withoutSymbology(scanned: string): string {
  return scanned.replace(/^\][A-Za-z][0-9A-Za-z]\p{Cc}?(?=.)/su, '');
}
