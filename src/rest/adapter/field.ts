import { MalformedText, parseWellFormedJson } from '../../http/body/json-body.ts';
import { Unreadable } from '../../http/unreadable-request.ts';
import { missing } from './error-codes.ts';

export interface Field {
  /**
   * The path of the argument that the field sets, such as `session` or `data.customId`. A field without one selects the
   * operation or what the response contains.
   */
  argument?: string;
  /** The error code of an invalid value, or the name of a problem of the operation that is reported instead. */
  invalid: number | string;
  /** The same for an invalid item of a list, if it is different. */
  each?: number | string;
  required?: boolean;
  /** Other names that callers may use. The first name with a value counts. */
  aliases?: readonly string[];
  /** The error code if a required field is missing. Default: 200. */
  missing?: number;
  description: string;
  /** The message for an invalid value, if callers expect a certain text. */
  complaint?: string;
  example?: unknown;
  /** For a list of objects: the fields of each object, with arguments relative to the object. */
  elements?: Record<string, Field>;
  /** Set if the value is an object whose members are separate fields (`pagination[page]`). */
  hasMembers?: true;
  /** The schema for the OpenAPI document. It has all types that `read` accepts, the usual one first. */
  schema: object;
  /** Reads the value. Throws `InvalidValue` if it is invalid. */
  read: (value: unknown) => unknown;
}

/**
 * A value that a field does not accept. The message continues "It …", as those of zod do. `code` and `phrase`, which
 * continues the name of the field, replace those of the field.
 */
export class InvalidValue extends Error {
  readonly code: number | undefined;
  readonly phrase: string | undefined;

  constructor(message = '', { code, phrase }: { code?: number; phrase?: string } = {}) {
    super(message);
    this.code = code;
    this.phrase = phrase;
  }
}

type Options = Omit<Field, 'schema' | 'read' | 'elements' | 'hasMembers'>;

export const text = (options: Options & { maxLength?: number }): Field => ({
  ...options,
  schema: { type: ['string', 'number'], ...(options.maxLength && { maxLength: options.maxLength }) },
  read: (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value !== 'string') throw new InvalidValue('must be text');
    return value;
  },
});

/**
 * A phone number. Many callers do not encode its `+` as `%2B` in forms and query strings, so a space arrives in its
 * place.
 */
export const phone = (
  options: Omit<Options, 'argument' | 'invalid'> & { argument?: string; invalid?: number },
): Field => {
  const field = text({ argument: 'phone', invalid: 301, maxLength: 50, example: '+493012345678', ...options });
  return { ...field, read: (value) => String(field.read(value)).replace(/^ (?=[1-9])/, '+') };
};

const digits = /^-?\d+$/;

/** A number, or a string of digits. With `nearest`, a larger number counts as that one. */
export const integer = ({
  minimum = -Infinity,
  nearest = Infinity,
  ...options
}: Options & { minimum?: number; nearest?: number }): Field => ({
  ...options,
  schema: { type: ['integer', 'string'], pattern: digits.source, ...(minimum !== -Infinity && { minimum }) },
  read: (value) => {
    const given = typeof value === 'string' && digits.test(value.trim()) ? Number(value) : value;
    const number = typeof given === 'number' ? Math.min(given, nearest) : null;
    if (number === null || !Number.isSafeInteger(number)) throw new InvalidValue('must be a whole number');
    if (number < minimum) throw new InvalidValue(`must be at least ${minimum}`);
    return number;
  },
});

/** A sequence id. If it is larger than any session can have, it is not found. */
export const sequenceId = (options: Options): Field => integer({ ...options, nearest: Number.MAX_SAFE_INTEGER });

export const page = (description: string): Field =>
  integer({ argument: 'page', invalid: 301, nearest: lastPage, description, example: 1 });

const lastPage = 2_147_483_647;

/** Returns the number of the page, however large it is. */
export function pageIn(given: unknown): bigint {
  if (typeof given === 'string') return BigInt(given.trim() || 1);
  return BigInt(typeof given === 'number' && given !== 0 ? Math.min(given, Number.MAX_VALUE) : 1);
}

/** The accepted spellings of booleans, in any case. */
const spellings = { true: [true, 'true', 1, '1', 'yes', 'on'], false: [false, 'false', 0, '0', 'no', 'off'] };

const booleans = new Map<unknown, boolean>([
  ...spellings.true.map((spelling) => [spelling, true] as const),
  ...spellings.false.map((spelling) => [spelling, false] as const),
]);

export const flag = ({ values, ...options }: Options & { values?: { true: unknown; false: unknown } }): Field => ({
  ...options,
  schema: { type: ['boolean', 'string', 'integer'], enum: [...spellings.true, ...spellings.false] },
  read: (value) => {
    const flag = flagIn(value);
    if (flag === undefined) throw new InvalidValue('must be true or false');
    return values ? values[`${flag}`] : flag;
  },
});

export function flagIn(given: unknown): boolean | undefined {
  return booleans.get(typeof given === 'string' ? given.toLowerCase() : given);
}

/** Whether a flag is on. Its value must have been read without a failure. */
export function isOn(given: unknown): boolean {
  return flagIn(given) === true;
}

export const texts = (options: Options): Field => ({
  ...options,
  schema: { type: 'array', items: { type: ['string', 'number'] } },
  read: (value) => {
    if (!isFilledList(value)) throw new InvalidValue('must be a list');
    return value.map((item) => {
      if (typeof item !== 'string' && !Number.isSafeInteger(item)) throw new InvalidValue('must contain only text');
      return String(item);
    });
  },
});

export const listOf = (fields: Record<string, Field>, options: Options): Field => ({
  ...options,
  elements: fields,
  schema: { type: 'array' },
  read: (value) => {
    if (!isFilledList(value)) throw new InvalidValue('must be a list');
    return value;
  },
});

function isFilledList(value: unknown): value is unknown[] {
  if (Array.isArray(value) && value.length === 0) throw new InvalidValue('must not be empty', { code: missing });
  return Array.isArray(value);
}

/** An object whose members are separate fields (`pagination[page]`). A query string contains it as JSON. */
export const jsonObject = (options: Options): Field => ({
  ...options,
  hasMembers: true,
  schema: { type: ['object', 'string'] },
  read: (value) => {
    if (!objectIn(value)) throw new InvalidValue('must be an object');
    return value;
  },
});

export const pageOfUsers = {
  pagination: jsonObject({
    invalid: 302,
    description: 'The page, as JSON: `{"page": 2, "limit": 50}`. Default: all users.',
  }),
  'pagination[page]': page('The page number, starting at 1.'),
  'pagination[limit]': integer({
    argument: 'first',
    invalid: 301,
    minimum: 1,
    description: 'The number of users per page, 1 to 1,000. Default: 100.',
    example: 100,
  }),
};

/**
 * Returns an object, which may be JSON in a text, or null. An empty list counts as an empty object, because PHP writes
 * both the same way.
 */
export function objectIn(value: unknown): object | null {
  const json = typeof value === 'string' ? parsed(value) : value;
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return json.length === 0 ? {} : null;
  return json;
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return parseWellFormedJson(text);
  } catch (error) {
    if (error instanceof MalformedText) throw new Unreadable(error.message);
    return null;
  }
}

export const choice = (phrase: Record<string, string | null>, options: Options): Field => ({
  ...options,
  schema: { type: 'string', enum: Object.keys(phrase) },
  read: (value) => {
    const word = typeof value === 'object' ? '' : String(value);
    if (!Object.hasOwn(phrase, word)) throw new InvalidValue(`must be one of ${Object.keys(phrase).join(', ')}`);
    return phrase[word];
  },
});

export const list = (options: Options): Field => {
  const { schema, read } = text(options);
  return {
    ...options,
    schema,
    read: (value) =>
      String(read(value))
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
  };
};

/**
 * A date as `yyyy-MM-dd`, or with `HH:mm` or `HH-mm`, in UTC. It covers its whole day or minute, so an end becomes the
 * instant after it.
 */
export const date = (edge: 'start' | 'end', options: Omit<Options, 'invalid'>): Field => ({
  ...options,
  invalid: 303,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21 08:30'] },
  read: (value) => {
    const [, day, hour, minute] =
      (typeof value === 'string' && /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2})[:-](\d{2}))?$/.exec(value)) || [];
    if (!day) throw new InvalidValue('', { phrase: 'is not in the format yyyy-MM-dd or yyyy-MM-dd hh:mm.' });
    const start = new Date(`${day}T${hour ?? '00'}:${minute ?? '00'}:00.000Z`);
    if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
      throw new InvalidValue('must be a day or minute of the calendar, as yyyy-MM-dd or yyyy-MM-dd hh:mm');
    const length = edge === 'start' ? 0 : hour ? 60_000 : 86_400_000;
    return new Date(start.getTime() + length).toISOString();
  },
});

export const utcTime = (options: Omit<Options, 'invalid'>): Field => ({
  ...options,
  invalid: 303,
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
  read: (value) => {
    const [, day, time] = (typeof value === 'string' && /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(value)) || [];
    const instant = new Date(`${day}T${time}.000Z`);
    // `Date` converts a day or hour that does not exist into a later one.
    if (Number.isNaN(instant.getTime()) || instant.toISOString() !== `${day}T${time}.000Z`) throw new InvalidValue();
    return instant.toISOString();
  },
});

/** Whether a value was given. An empty value does not count. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
