export function jsonWithin(text: string, test: (inner: string) => boolean): boolean {
  if (test(text)) return true;
  const value = parsed(text);
  return value !== undefined && within(value, test);
}

function within(value: unknown, test: (inner: string) => boolean): boolean {
  if (typeof value === 'string' || typeof value === 'number') return test(String(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => test(name) || within(inner, test));
}

/**
 * Applies `replace` to a text. If the text is JSON, applies it to the strings within, and a number that it changes
 * becomes null.
 */
export function replacedWithin(text: string, replace: (inner: string) => string): string {
  const value = parsed(text);
  return value === undefined ? replace(text) : JSON.stringify(replaced(value, replace));
}

function replaced(value: unknown, replace: (inner: string) => string): unknown {
  if (typeof value === 'string') return replacedWithin(value, replace);
  if (typeof value === 'number') return replace(String(value)) === String(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, replace));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [replace(name), replaced(inner, replace)]));
}

/** Returns the value of a JSON object or list, or undefined for any other text. */
export function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
