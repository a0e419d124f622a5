/** Removes white space and invisible characters at both ends, which people and scanners add to an address or a code. */
export function withoutEdges(text: string): string {
  return text.replace(/^[\s\p{Cc}\p{Cf}]+|(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/gu, '');
}
