/** Half of a surrogate pair, which UTF-8 cannot represent. */
export class MalformedText extends Error {}

/** `JSON.parse` may round it: over 15 digits or an exponent. May also match within strings. */
const longNumber = /[:[,]\s*-?\d[\d.]{15}|[:[,]\s*-?\d[\d.]*[eE]/;

/** Numbers that JavaScript would round become text, so that number fields refuse them. */
export function parseJson(text: string): unknown {
  return JSON.parse(withExactNumbers(text));
}

/** `JSON.stringify` writes all digits. The types lack the function. */
export function exactNumber(number: bigint): unknown {
  return Reflect.get(JSON, 'rawJSON')(String(number));
}

/** Quotes the numbers that JavaScript would round. A reviver would take 0.2 seconds per megabyte of short values. */
export function withExactNumbers(json: string): string {
  if (!longNumber.test(json)) return json;
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (isOfNumber(code)) {
      const start = at;
      while (isOfNumber(json.charCodeAt(at + 1))) at += 1;
      const source = json.slice(start, at + 1);
      if (!isRounded(source) || isName(json, at + 1)) continue;
      parts.push(json.slice(kept, start), `"${source}"`);
      kept = at + 1;
    }
  }
  parts.push(json.slice(kept));
  return parts.join('');
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return json.length;
}

/** JSON words such as `true` contain only the exponent's letter. */
function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;
}

const validNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isRounded(source: string): boolean {
  if (source.length <= 15 && !/e/i.test(source)) return false;
  const value = Number(source);
  if (!Number.isFinite(value) || String(value) === source || !validNumber.test(source)) return false;
  // Fewer digits are never rounded, except in tiny numbers.
  const isExact = significantDigits(source) <= 15 && (value !== 0 || significantDigits(source) === 0);
  return !(isExact && (Number.isSafeInteger(value) || !/e/i.test(source)));
}

function significantDigits(source: string): number {
  return source.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
}

/** With quotes, an invalid name would become valid. */
function isName(json: string, after: number): boolean {
  let at = after;
  while (json.charCodeAt(at) <= 0x20) at += 1;
  return json.charCodeAt(at) === colon;
}

export function parseWellFormedJson(text: string): unknown {
  const value = parseJson(text);
  if (/\\u[dD][89a-fA-F]/.test(text)) {
    const name = findText(value, (one) => !one.isWellFormed());
    if (name !== null) throw new MalformedText(`${name.toWellFormed() || 'A text'} is not well-formed Unicode.`);
  }
  return value;
}

export function findText(value: unknown, test: (text: string) => boolean, name = ''): string | null {
  if (test(name)) return name;
  if (typeof value === 'string') return test(value) ? name : null;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = findText(value[index], test, String(index));
      if (found !== null) return found;
    }
    return null;
  }
  for (const [inner, one] of Object.entries(value)) {
    const found = findText(one, test, inner);
    if (found !== null) return found;
  }
  return null;
}
