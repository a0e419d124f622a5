/**
 * Replaces tabs, line breaks and other control characters with spaces. Names come from spreadsheets and older programs,
 * which leave them in unintentionally.
 */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
