import { missing } from './failure-codes.ts';

/** A field of a REST request: which argument of the operation it is, and how it is written on the wire. */
export interface Field {
  /** The argument by its path: `session`, `data.customId`. Fields without one only choose the operation. */
  argument?: string;
  /** The code of a value that does not fit, or the name of a problem of the operation that stands for it. */
  invalid: number | string;
  /** The same for an item of a list, where it is another. */
  each?: number | string;
  required?: boolean;
  /** Another name that callers may use. */
  alias?: string;
  /** The code when it is missing although it is required: 200 unless told. */
  missing?: number;
  /** Whether an empty value takes away what is stored; otherwise it counts as not given. */
  clears?: boolean;
  description: string;
  /** What a caller is told of a value that does not fit, where the specification has its own words. */
  complaint?: string;
  example?: unknown;
  /** For a list of records: the fields of each, whose arguments are those within the record. */
  elements?: Record<string, Field>;
  /** Schema of the wire format for the OpenAPI document. */
  schema: object;
  /** What the argument is given. Throws `Unfit` when the value can't be read. */
  read: (value: unknown) => unknown;
}

/**
 * Says that a value is not of the field's wire format. Its message, if any, goes on after the name of the field; its
 * code, if any, is told in place of the field's.
 */
export class Unfit extends Error {
  readonly code: number | undefined;

  constructor(message = '', code?: number) {
    super(message);
    this.code = code;
  }
}

type Options = Omit<Field, 'schema' | 'read' | 'elements'>;

/** Text; a number is taken as its digits. */
export const text = (options: Options & { maxLength?: number }): Field => ({
  ...options,
  schema: { type: 'string', ...(options.maxLength && { maxLength: options.maxLength }) },
  read: (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value !== 'string') throw new Unfit();
    return value;
  },
});

/** A phone number. Forms write a `+` as `%2B`, but many callers leave it as it is, and then it arrives as a space. */
export const phone = (options: Omit<Options, 'argument' | 'invalid' | 'example'> & { invalid?: number }): Field => {
  const field = text({ argument: 'phone', invalid: 301, maxLength: 50, example: '+493012345678', ...options });
  return { ...field, read: (value) => String(field.read(value)).replace(/^ (?=[1-9])/, '+') };
};

/** A number, or a string of digits. */
export const integer = ({ minimum = -Infinity, ...options }: Options & { minimum?: number }): Field => ({
  ...options,
  schema: { type: 'integer', ...(minimum !== -Infinity && { minimum }) },
  read: (value) => {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < minimum) throw new Unfit();
    return number;
  },
});

const booleans = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  [0, false],
  ['0', false],
]);

/** `true`/`false`, `1`/`0`, or those as strings (contract, section 3). */
export const flag = ({ values, ...options }: Options & { values?: { true: unknown; false: unknown } }): Field => ({
  ...options,
  schema: { type: 'boolean' },
  read: (value) => {
    const flag = booleans.get(value);
    if (flag === undefined) throw new Unfit();
    return values ? values[`${flag}`] : flag;
  },
});

/** Without the other ways to write it: in a JSON body of /v4 a number is a number and a boolean a boolean. */
export const strict = (field: Field): Field => ({
  ...field,
  read: (value) => {
    if (typeof value === 'string' || (typeof value === 'number' && isBoolean(field))) throw new Unfit();
    return field.read(value);
  },
});

function isBoolean({ schema }: Field): boolean {
  return 'type' in schema && schema.type === 'boolean';
}

/** A list of texts, each of which the operation judges. */
export const texts = (options: Options): Field => ({
  ...options,
  schema: { type: 'array', items: { type: 'string' } },
  read: (value) => {
    if (!isFilledList(value) || value.some((item) => typeof item !== 'string')) throw new Unfit();
    return value;
  },
});

/** A list of records with fields of their own. */
export const listOf = (fields: Record<string, Field>, options: Options): Field => ({
  ...options,
  elements: fields,
  schema: { type: 'array' },
  read: (value) => {
    if (!isFilledList(value)) throw new Unfit();
    return value;
  },
});

/** An empty list counts as not given, as an empty text does. */
function isFilledList(value: unknown): value is unknown[] {
  if (Array.isArray(value) && value.length === 0) throw new Unfit('', missing);
  return Array.isArray(value);
}

/** An object of a query string, whose members are fields of their own (`pagination[page]`), written as JSON. */
export const jsonObject = (options: Options): Field => ({
  ...options,
  schema: { type: 'string' },
  read: (value) => {
    if (!objectIn(value)) throw new Unfit();
    return value;
  },
});

/** Which page of a list of users (contract, section 5), as members of one object. */
export const pageOfUsers = {
  pagination: jsonObject({ invalid: 302, description: 'The page, as JSON: `{"page": 2, "limit": 50}`.' }),
  'pagination[page]': integer({
    argument: 'page',
    invalid: 301,
    description: 'The page number, starting at 1.',
    example: 1,
  }),
  'pagination[limit]': integer({
    argument: 'first',
    invalid: 301,
    minimum: 1,
    description: 'Number of users per page, 1 to 1,000. Default 100.',
    example: 100,
  }),
};

/** The object that a text holds as JSON, if it does. */
export function objectIn(text: unknown): object | null {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One of a few words, each of which stands for a value of the operation. */
export const choice = (words: Record<string, string | null>, options: Options): Field => ({
  ...options,
  schema: { type: 'string', enum: Object.keys(words) },
  read: (value) => {
    const word = typeof value === 'object' ? '' : String(value);
    if (!Object.hasOwn(words, word)) throw new Unfit();
    return words[word];
  },
});

/** Words between commas. */
export const list = (options: Options): Field => ({
  ...options,
  schema: { type: 'string' },
  read: (value) => {
    if (typeof value !== 'string') throw new Unfit();
    return value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  },
});

/**
 * A UTC date of a list filter: `yyyy-MM-dd`, or with `HH:mm` or `HH-mm`. It stands for its whole day or minute, so an
 * end is read as the instant after it (contract, section 6, "Dates in list filters").
 */
export const date = (edge: 'start' | 'end', options: Omit<Options, 'invalid'>): Field => ({
  ...options,
  invalid: 303,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21 08:30'] },
  read: (value) => {
    const [, day, hour, minute] =
      (typeof value === 'string' && /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2})[:-](\d{2}))?$/.exec(value)) || [];
    if (!day) throw new Unfit('is not in the format yyyy-MM-dd or yyyy-MM-dd hh:mm.');
    const start = new Date(`${day}T${hour ?? '00'}:${minute ?? '00'}:00.000Z`);
    if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) throw new Unfit();
    const length = edge === 'start' ? 0 : hour ? 60_000 : 86_400_000;
    return new Date(start.getTime() + length).toISOString();
  },
});

/** An instant: `yyyy-MM-dd HH:mm:ss` in UTC. */
export const utcTime = (options: Omit<Options, 'invalid'>): Field => ({
  ...options,
  invalid: 303,
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
  read: (value) => {
    const [, day, time] = (typeof value === 'string' && /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(value)) || [];
    const instant = new Date(`${day}T${time}.000Z`);
    // A day or hour that the calendar does not have would become a later one.
    if (Number.isNaN(instant.getTime()) || instant.toISOString() !== `${day}T${time}.000Z`) throw new Unfit();
    return instant.toISOString();
  },
});
