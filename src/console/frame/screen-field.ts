import type { Words } from '../../words/languages.ts';

export type Kind =
  | 'text'
  | 'email'
  | 'tel'
  | 'url'
  | 'password'
  | 'textarea'
  /** A list of texts, one per line. */
  | 'lines'
  | 'number'
  /** A number with a fraction, sent as text. */
  | 'decimal'
  /** A number with a fraction, sent as a number. */
  | 'float'
  | 'select'
  /** Any number of the options. */
  | 'checks'
  | 'checkbox'
  | 'date'
  /** A day and time in the time zone of the account. */
  | 'moment'
  /** A day and time in a time zone that only the operation knows. It is sent as `yyyy-MM-dd HH:mm:ss`. */
  | 'local'
  | 'color'
  | 'hidden';

type Option = readonly [value: string, label: string];

export interface Field {
  kind: Kind;
  label?: (words: Words) => string;
  hint?: (words: Words) => string;
  /** Says what to enter after a value was refused. Default: the text for the kind of field. */
  error?: (words: Words) => string;
  required?: boolean;
  /** Set if the form needs one of several fields: then none of them is marked as optional. */
  either?: boolean;
  /** The path of the value in the input, such as `offer.price`. Default: the name of the field. */
  at?: string;
  /** The choices of `select` and `checks`. */
  options?(words: Words, data: unknown): readonly Option[];
  /** The maximum length of a text. */
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  placeholder?: string;
  autocomplete?: string;
  /**
   * The types of files that can fill the field, and the text of the button that chooses one. Needs the script `upload`.
   */
  upload?: { accept: string; label: (words: Words) => string };
  focus?: boolean;
}

export type LabelledField = Field & { label: (words: Words) => string };

/** The fields of a form as the browser sent them. */
export type Body = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Converts the fields to the input. A value that cannot be converted stays unchanged, so that the service refuses it.
 */
export function inputOf(
  fields: Record<string, Field>,
  body: Body,
  { clears = false, timezone }: { clears?: boolean; timezone: string },
): Record<string, unknown> {
  const input = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = body[name];
    if (given === undefined && field.kind !== 'checkbox' && field.kind !== 'checks') continue;
    const value = fieldValue(field.kind, given, timezone);
    if (value !== undefined) put(input, field.at ?? name, value);
    // The service refuses an empty text where it needs one.
    else if (clears) put(input, field.at ?? name, field.required ? '' : null);
  }
  return input;
}

function fieldValue(kind: Kind, given: string | readonly string[] | undefined, timezone: string): unknown {
  const list = given === undefined ? [] : typeof given === 'string' ? [given] : given;
  if (kind === 'checks') return list;
  if (kind === 'checkbox') return list.at(-1) === 'on';
  const text = list.at(-1) ?? '';
  if (kind === 'lines') return linesOf(text);
  if (text.trim() === '') return undefined;
  return converted(kind, text, timezone);
}

function converted(kind: Kind, text: string, timezone: string): unknown {
  if (kind === 'number') return /^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : text;
  if (kind === 'float') return /^\s*-?\d{1,15}([.,]\d{1,15})?\s*$/.test(text) ? Number(text.replace(',', '.')) : text;
  if (kind === 'decimal') return text.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
  if (kind === 'moment') return momentIn(text, timezone) ?? text;
  if (kind === 'local') return localTimeOf(text);
  if (kind === 'text' || kind === 'email' || kind === 'tel' || kind === 'url') return text.trim();
  return text.replaceAll('\r\n', '\n');
}

function localTimeOf(text: string): string {
  const [, day, time, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?$/.exec(text) ?? [];
  return day ? `${day} ${time}${seconds ?? ':00'}` : text;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

function momentIn(text: string, timezone: string): string | null {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).toInstant().toString();
  } catch {
    return null;
  }
}

function put(input: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let place = input;
  for (const key of keys) {
    place[key] ??= {};
    place = place[key] as Record<string, unknown>;
  }
  place[last] = value;
}

export function textOf(kind: Kind, value: unknown, timezone: string): string {
  if (value === null || value === undefined) return '';
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n');
  if (kind === 'moment' && typeof value === 'string' && /Z$/.test(value)) {
    const local = Temporal.Instant.from(value).toZonedDateTimeISO(timezone).toPlainDateTime();
    return local.toString({ smallestUnit: 'minute' });
  }
  return String(value);
}
