/** Removes white space and invisible characters at both ends, which people and scanners add to an address or a code. */
export function withoutEdges(text: string): string {
  // Most texts have nothing to remove, and long ones would take a while.
  if (!invisible.test(text.slice(0, 2)) && !invisible.test(text.slice(-2))) return text;
  return text.replace(/^[\s\p{Cc}\p{Cf}]+|(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/gu, '');
}

const invisible = /[\s\p{Cc}\p{Cf}]/u;
