import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { InputError, ProblemCode } from '../../kernel/problem.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { defaultMessage, inputErrors, missing, RestError } from './error-codes.ts';
import { type Field, InvalidValue, isGiven, objectIn } from './field.ts';
import { isInPath, type OperationCall, type Row } from './row.ts';

type Fields = Record<string, Field>;
type Values = Record<string, unknown>;
type Codes = Partial<Record<string, number | null>>;
type Declared = Pick<Row<unknown>, 'path' | 'fields' | 'wording'>;

export type Input = Values;

/** The fields that could be read, and a failure for each of the others. */
interface ReadInput {
  input: Input;
  fieldErrors: FieldError[];
}

export function readInput(
  { fields }: Pick<Row<unknown>, 'fields'>,
  { fixed = {} }: Pick<OperationCall<unknown>, 'fixed'>,
  given: Values,
): ReadInput {
  const input = { ...fixed };
  const fieldErrors = [...readFields(fields, given, input), ...unknownMembers(fields, given)];
  return { input, fieldErrors };
}

/** Describes what is invalid. A bulk request can have thousands of failures, so other work runs in between. */
export async function inputRestError(
  fieldErrors: readonly FieldError[],
  shape: readonly InputError[],
  declaration: Declared,
  codes: Codes,
): Promise<RestError> {
  const ofShape = await failuresOf(shape, declaration, fieldErrors);
  return restErrorOf([...fieldErrors, ...ofShape], declaration, codes);
}

interface FieldError {
  field: string;
  code: number | string;
  description: string;
  reason?: string | undefined;
}

/** Copies valid values to the arguments. Returns a failure for each invalid value. `at` is the place of the fields. */
function readFields(fields: Fields, given: Values, input: Values, at = ''): FieldError[] {
  const fieldErrors: FieldError[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = valueNamed(given, name, field.aliases);
    const place = at + name;
    if (value === undefined) {
      if (field.required)
        fieldErrors.push({ field: place, code: field.missing ?? missing, description: describe(missing, place) });
      continue;
    }
    try {
      const read = field.elements ? readElements(field, value, place, fieldErrors) : field.read(value);
      if (field.argument) setPath(input, field.argument, read);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      fieldErrors.push(failureOf(field, place, error));
    }
  }
  return fieldErrors;
}

const maxIgnored = 10;

/**
 * Returns the value of `X-Ignored-Parameters`: names that the row does not read, up to a limit. Returns null if it
 * reads all of them.
 */
export function ignoredParameters(fields: Fields, given: Values, inQuery: readonly string[] = []): string | null {
  const ignored = new Map<string, string>();
  for (const name of inQuery.filter((name) => !Object.hasOwn(given, name))) {
    if (ignored.size > maxIgnored) break;
    if (ignored.has(name)) continue;
    const isField = Object.hasOwn(fields, name);
    ignored.set(name, isField ? `${shownName(name)} (send it in the body)` : suggested(name, fields));
  }
  addIgnored(ignored, fields, given);
  const shown = [...ignored.values()];
  if (shown.length > maxIgnored) shown.splice(maxIgnored, Number.POSITIVE_INFINITY, '...');
  return shown.length > 0 ? shown.join(', ') : null;
}

/** Looks for a similar name only once per place, because a bulk request has thousands of elements. */
function addIgnored(ignored: Map<string, string>, fields: Fields, given: Values, at = ''): void {
  const known = namesOf(fields);
  for (const [name, value] of Object.entries(given)) {
    if (ignored.size > maxIgnored) return;
    if (!known.has(name)) {
      if (isGiven(value) && !credentialNames.includes(name) && !ignored.has(at + name))
        ignored.set(at + name, at + suggested(name, fields));
      continue;
    }
    const { elements } = fields[name] ?? {};
    if (!elements || !Array.isArray(value)) continue;
    for (const element of value) {
      const object = typeof element === 'object' ? objectIn(element) : null;
      if (object) addIgnored(ignored, elements, object as Values, `${at}${name}[].`);
    }
  }
}

const names = new WeakMap<Fields, ReadonlySet<string>>();

function namesOf(fields: Fields): ReadonlySet<string> {
  const known =
    names.get(fields) ?? new Set(Object.entries(fields).flatMap(([name, { aliases = [] }]) => [name, ...aliases]));
  names.set(fields, known);
  return known;
}

/** Parameters that no row reads, but that are not reported. Browsers and some libraries add `_charset_` to a form. */
const credentialNames = ['client_id', 'client_secret', '_charset_'];

function suggested(name: string, fields: Fields): string {
  const [closest] = name.length <= longestName ? suggestionList(name, Object.keys(fields)) : [];
  return closest ? `${shownName(name)} (did you mean ${closest}?)` : shownName(name);
}

const longestName = 60;

/** Returns a name in a form that a header can hold. Headers contain only ASCII. */
function shownName(name: string): string {
  const short = name.slice(0, longestName).toWellFormed();
  return /^[\w.[\]-]+$/.test(short) ? short : encodeURIComponent(short);
}

function valueNamed(given: Values, name: string, [alias, ...others]: readonly string[] = []): unknown {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (isGiven(value)) return value;
  return alias === undefined ? undefined : valueNamed(given, alias, others);
}

/** Returns an error for each unknown member of an object. If a filter were ignored, a request would find too much. */
function unknownMembers(fields: Fields, given: Values): FieldError[] {
  return Object.entries(fields).flatMap(([object, { hasMembers, invalid }]) => {
    if (!hasMembers) return [];
    const isMember = (name: string) => name.startsWith(`${object}[`);
    const unknown = Object.keys(given).filter((name) => isMember(name) && !Object.hasOwn(fields, name));
    const reason = `The members are ${Object.keys(fields).filter(isMember).join(', ')}.`;
    return unknown.map((name) => ({ field: name, code: invalid, description: describe(invalid, name), reason }));
  });
}

/** Reads the objects one by one, so that each failure contains the place of its object. */
function readElements(field: Field, value: unknown, at: string, fieldErrors: FieldError[]): Values[] {
  return (field.read(value) as unknown[]).map((element, index) => {
    const input: Values = {};
    const place = `${at}[${index}]`;
    const values = typeof element === 'object' ? objectIn(element) : null;
    if (!values) fieldErrors.push(failureOf(field, place, new InvalidValue('must be an object')));
    else fieldErrors.push(...readFields(field.elements ?? {}, values as Values, input, `${place}.`));
    return input;
  });
}

function failureOf(field: Field, place: string, error: InvalidValue): FieldError {
  const code = error.code ?? field.invalid;
  const description = error.phrase ? `${place} ${error.phrase}` : (field.complaint ?? describe(code, place));
  return { field: place, code, description, reason: reasonOf(error, code, description) };
}

/** Returns the reason, unless the description already says it. */
function reasonOf({ message }: { message: string }, code: number | string, description: string): string | undefined {
  if (!message || meaningOf(description).includes(meaningOf(message))) return undefined;
  // Whether a parameter is needed or allowed does not depend on its value.
  return `${code === missing || message.startsWith('cannot ') ? 'It' : 'The value'} ${message}.`;
}

/** Words that make no difference between two texts that say the same. */
const words = ['an? ', 'valid ', 'is not ', 'must be ', 'shorter than ', 'must have at least '];
const filling = new RegExp(`\\b(${words.join('|')})`, 'g');

function meaningOf(text: string): string {
  return text.replace(filling, '');
}

/** Replaces the names of fields in a message with those that callers of REST write. */
function onTheWire({ message }: InputError, fields: Fields): { message: string } {
  const named = (argument: string) => Object.entries(fields).find(([, field]) => field.argument === argument)?.[0];
  return { message: message.replace(/\b[a-z]+[A-Z]\w*/g, (argument) => named(argument) ?? argument) };
}

/** Returns the failures that the schema of the operation detects, except those that follow from known failures. */
async function failuresOf(
  shape: readonly InputError[],
  { fields, wording = {} }: Declared,
  known: readonly FieldError[],
): Promise<FieldError[]> {
  const failures = new Map<string, FieldError>();
  const names = new Set(known.map(({ field }) => field));
  const invalidArguments = [...names].map((name) => fields[name]?.argument?.split('.')[0]);
  for (const inputError of shape) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const { name, field, code: invalidCode } = placeOf(inputError.path, fields);
    // An input error without a field, such as one for missing data, follows from fields that are already invalid.
    if (names.has(name) || failures.has(name) || (!field && known.length > 0)) continue;
    if (inputError.oneOf?.some((argument) => invalidArguments.includes(argument))) continue;
    const isMissing = inputError.kind === 'missing';
    const code = isMissing ? missing : invalidCode;
    const complaint = isMissing ? wording[inputError.path.join('.')] : field?.complaint;
    const description = complaint ?? (field ? describe(code, name) : sentence(inputError.message));
    const isSaid = !field || (isMissing && (complaint || inputError.message === 'is missing'));
    const reason = isSaid ? undefined : reasonOf(onTheWire(inputError, fields), code, description);
    failures.set(name, { field: name, code, description, reason });
  }
  return [...failures.values()];
}

interface Place {
  name: string;
  field: Field | null;
  code: number | string;
}

/** Returns the field for an argument, its place as callers write it, and the error code for an invalid value. */
function placeOf(path: readonly PropertyKey[], fields: Fields, at = ''): Place {
  const whole = path.join('.');
  for (const [name, field] of Object.entries(fields)) {
    const { argument, invalid, each = invalid, elements } = field;
    if (argument !== whole && !(argument && whole.startsWith(`${argument}.`))) continue;
    const [index, ...inner] = path.slice(argument.split('.').length);
    if (index === undefined) return { name: at + name, field, code: invalid };
    const item = `${at}${name}[${String(index)}]`;
    return elements && inner.length > 0 ? placeOf(inner, elements, `${item}.`) : { name: item, field, code: each };
  }
  return { name: at + whole, field: null, code: 302 };
}

function describe(code: number | string, name: string): string {
  return inputErrors[Number(code)]?.(name) ?? `Invalid ${name}.`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/**
 * Returns the refusal. A malformed id that means "not found" counts only if there are no other failures. In the path it
 * always counts, because nothing can exist there.
 */
function restErrorOf(failures: readonly FieldError[], declaration: Declared, codes: Codes): RestError {
  const lost = failures.find(({ field }) => isInPath(declaration, field));
  const numbered = failures.filter(({ code }) => typeof code === 'number');
  if (!lost && numbered.length > 0)
    return new RestError(
      numbered.map(({ code, description, reason }) => ({ code: Number(code), description, reason })),
    );
  const problem = ((lost ?? failures[0])?.code ?? 'INVALID_INPUT') as ProblemCode;
  return new RestError([{ code: codes[problem] ?? 302, description: defaultMessage(problem) }]);
}

function setPath(target: Values, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = { ...(target[first] as Values) };
  target[first] = inner;
  setPath(inner, rest.join('.'), value);
}
