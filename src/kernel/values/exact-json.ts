/** Thrown for text with half of a surrogate pair, which UTF-8 cannot represent. */
export class MalformedText extends Error {}

/** A number that `JSON.parse` may round: with more than 15 digits or an exponent. Text within strings may match too. */
const longNumber = /[:[,]\s*-?\d[\d.]{15}|[:[,]\s*-?\d[\d.]*[eE]/;

/**
 * Parses JSON without losing digits: a number that JavaScript would round becomes the text that was written, so that text
 * fields keep it and number fields refuse it.
 */
export function parseJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

/** The reviver of `parseJson`. */
export function exactly(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? numberOf(value, source) : value;
}

function numberOf(value: number, source: string): number | string {
  if (!Number.isFinite(value) || String(value) === source) return value;
  // Fewer digits than these are never rounded, except those of a number that is too small.
  const isExact = significantDigits(source) <= 15 && (value !== 0 || significantDigits(source) === 0);
  if (isExact && (Number.isSafeInteger(value) || !/e/i.test(source))) return value;
  return source;
}

function significantDigits(source: string): number {
  return source.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
}

/** Parses JSON in the same way. Throws `MalformedText` for half of a surrogate pair, which only an escape can contain. */
export function parseWellFormedJson(text: string): unknown {
  if (/\\u[dD][89a-fA-F]/.test(text)) JSON.parse(text, requireWellFormed);
  return parseJson(text);
}

function requireWellFormed(name: string, value: unknown): null {
  const isWellFormed = name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
  if (!isWellFormed) throw new MalformedText(`${name.toWellFormed() || 'A text'} is not well-formed Unicode.`);
  return null;
}
