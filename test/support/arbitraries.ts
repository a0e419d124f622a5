import fc from 'fast-check';
import { inject } from 'vitest';
import { z } from 'zod';
import { idPattern } from '../../src/vocabulary/ids.ts';

/*
 * The input of the generated tests: hostile values, valid input for any operation, and input with hostile values in it.
 * FC_SEED sets the seed. FC_RUNS sets the number of runs.
 */

const isThorough = inject('isThorough');

export const seed = Number(process.env.FC_SEED ?? 20_261_121);
export const runs = Number(process.env.FC_RUNS ?? (isThorough ? 12 : 2));

/** Text that makes a careless program fail, or that such a program changes or misreads: lists of one class each. */
const textClasses = [
  ['', ' '],
  ['  spaces around  '],
  ['nul\0byte', 'line\nbreak\r\nand\ttab', 'control\u0001\u001b[31m\u007f'],
  ['🥐 emoji 👩‍👩‍👧‍👦 🇩🇪', 'שלום \u202egnol tfel\u202c مرحبا'],
  ['e\u0301 is not \u00e9, ﬁ is not fi', 'zero\u200bwidth \ufeffand mark\ufffe'],
  ['\ud800 alone', 'alone \udfff'],
  ['\\\'"`;%_\\x00', "'; DROP TABLE x; --", '" OR ""="', '../../../../etc/hosts'],
  ['<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['__proto__', 'constructor', 'null', 'NaN'],
  ['1e309', '-1', '99999999999999999999999999'],
  ['2026-02-31', '0000-00-00 00:00:00', '9999-12-31 23:59:59', '+275760-09-13T00:00:00.000Z'],
  ['cam_000000000000', 'fol_000000000000', 'key_0000000000000000', '000000000000000000000'],
  [cursor(['9999-99-99 99:99:99.999', 9007199254740991]), cursor(['x', 'y'])],
  ['a'.repeat(51)],
  // Normalization for comparison makes these up to 18 times as long.
  ['⅓'.repeat(50), 'ﷺ'.repeat(50), 'İ'.repeat(50), '\u{1d160}'.repeat(25)],
  ['🥐'.repeat(3000), 'a'.repeat(1_000_000)],
];

/** Values of unexpected types, in classes. `toJson` writes infinity as `1e309`, a number that JavaScript cannot hold. */
const valueClasses: unknown[][] = [
  [null],
  [true, false],
  [-1, 0, 0.5],
  [2 ** 53, -(2 ** 63)],
  [Number.POSITIVE_INFINITY],
  [['a', 1, { b: [] }], [], [[]], [null]],
  [{ toString: 1, valueOf: 1 }, {}, { a: 'b' }, { length: 1e9 }],
  [JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')],
  [nested(500)],
  [Array.from({ length: 5000 }, (_, index) => index)],
];

/** Also in `npm test`. For tests that try each text only once. */
export const allHostileTexts: string[] = textClasses.flat();

/** All hostile values, or in `npm test` the first one of each class. */
export const hostileTexts: string[] = sampleOfClasses(textClasses);
export const hostileValues: unknown[] = sampleOfClasses(valueClasses);

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts, ...hostileValues),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Returns JSON in which infinity is written as `1e309`, a number that JavaScript cannot hold. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (inner === Number.POSITIVE_INFINITY ? rawJson('1e309') : inner));
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** The position of a value in an input, for example `['filter', 'tags']`. */
export type Path = readonly string[];

/** Returns the path of every value in an input, including those of whole objects. */
export function pathsOf(schema: z.ZodType, prefix: Path = []): Path[] {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const path = [...prefix, name];
    return [path, ...pathsOf(field as z.ZodType, path)];
  });
}

/** Returns the schema of the value at a path. */
export function schemaAt(schema: z.ZodType, [name, ...rest]: Path): z.ZodType {
  if (name === undefined) return schema;
  return schemaAt((bare(schema) as z.ZodObject).shape[name] as z.ZodType, rest);
}

/**
 * Returns a value that the schema accepts, with required fields only if possible. For text, returns the first word that
 * the schema accepts, so callers include the ids of existing objects in `words`. If the schema accepts no word, returns
 * a generated text that matches its pattern.
 */
export function validValue(schema: z.ZodType, words: readonly string[]): unknown {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return validInput(inner, words);
  if (inner instanceof z.ZodArray) return [validValue(inner.element as z.ZodType, words)];
  if (inner instanceof z.ZodEnum) return inner.options[0];
  if (inner instanceof z.ZodBoolean) return true;
  if (inner instanceof z.ZodNumber) return 1;
  if (schema.meta()?.scalar === 'DateTime') return '2030-01-31T12:00:00.000Z';
  const idKinds = inner.meta()?.idKinds;
  const isFit = (word: string) => !idKinds || idKinds.some((kind) => idPattern(kind).test(word));
  return words.find((word) => schema.safeParse(word).success && isFit(word)) ?? sampleOf(patternOf(inner));
}

export function validInput(schema: z.ZodObject, words: readonly string[]): Record<string, unknown> {
  const fields = (Object.entries(schema.shape) as [string, z.ZodType][]).map(([name, field]) => ({
    isRequired: !field.safeParse(undefined).success,
    given: { [name]: validValue(field, words) },
  }));
  const input = Object.assign({}, ...fields.filter(({ isRequired }) => isRequired).map(({ given }) => given));
  // Some operations require one or two of their optional fields, in any combination.
  const pairs = fields.flatMap((one) => fields.map((other) => ({ ...one.given, ...other.given })));
  const candidates = [input, ...fields.map(({ given }) => given), ...pairs].map((more) => ({ ...input, ...more }));
  return candidates.find((candidate) => schema.safeParse(candidate).success) ?? input;
}

/** Returns a copy of the input with the value at the path. */
export function withValue(input: Record<string, unknown>, path: Path, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...input, [name]: value };
  const inner = input[name];
  return { ...input, [name]: withValue(typeof inner === 'object' && inner ? { ...inner } : {}, rest, value) };
}

/** Returns the schema without its wrappers, such as those for optional values and for transformations. */
export function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inside = innerType ?? input;
  return inside ? bare(inside) : schema;
}

function patternOf(schema: z.ZodType): RegExp {
  const [pattern] = (schema._zod.bag.patterns as Set<RegExp> | undefined) ?? [];
  return pattern ?? /^[a-z]{1,10}$/;
}

const samples = new Map<string, string | undefined>();

/** Returns a text that matches, the same in each run. The search is slow, so results are cached. */
function sampleOf(pattern: RegExp): string | undefined {
  const known = samples.get(pattern.source);
  if (known !== undefined) return known;
  const [sample] = fc.sample(fc.stringMatching(pattern), { seed, numRuns: 1 });
  samples.set(pattern.source, sample);
  return sample;
}

function sampleOfClasses<Value>(classes: Value[][]): Value[] {
  return classes.flatMap((list) => (isThorough ? list : list.slice(0, 1)));
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

function cursor(keys: unknown): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}
