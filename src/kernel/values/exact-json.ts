/** Thrown for text with half of a surrogate pair, which UTF-8 cannot represent. */
export class MalformedText extends Error {}

/**
 * What `JSON.parse` does not return exactly: a number with more than 15 digits or an exponent, and an escaped half of a
 * surrogate pair. Text within strings may match too.
 */
const inexact = /[:[,]\s*-?\d[\d.]{15}|[:[,]\s*-?\d[\d.]*[eE]|\\u[dD][89a-fA-F]/;

/**
 * Parses JSON without losing anything: a number that JavaScript would round becomes the text that was written, so that
 * text fields keep all digits and number fields refuse it. Throws `SyntaxError`, or `MalformedText`.
 */
export function parseJson(text: string): unknown {
  return inexact.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

/** The reviver of `parseJson`. */
export function exactly(name: string, value: unknown, context?: { source?: string }): unknown {
  if (!name.isWellFormed()) throw new MalformedText('The name of a field is not well-formed Unicode.');
  if (typeof value === 'string' && !value.isWellFormed())
    throw new MalformedText(`${name || 'A text'} is not well-formed Unicode.`);
  return typeof value === 'number' && context?.source !== undefined ? numberOf(value, context.source) : value;
}

function numberOf(value: number, source: string): number | string {
  if (Number.isSafeInteger(value) || (!/e/i.test(source) && significantDigits(source) <= 15)) return value;
  return String(value) === source ? value : source;
}

function significantDigits(source: string): number {
  return source.replace(/[-.]/g, '').replace(/^0+/, '').length;
}
