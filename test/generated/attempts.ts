import fc from 'fast-check';
import { z } from 'zod';
import { type Operation, operations } from '../../src/api/operation.ts';
import '../../src/main/registries/schema.ts';
import {
  bare,
  hostileTexts,
  hostileValues,
  type Path,
  pathsOf,
  schemaAt,
  seed,
  withValue,
} from '../support/arbitraries.ts';

type Input = Record<string, unknown>;

/** The operations that accept any input. */
export const attacked = [...operations.values()].filter(({ input }) => Object.keys(input.shape).length > 0);

/**
 * The first operation with each schema. If several operations share a schema, only the first one is tested with all
 * hostile values. The others are tested with a sample.
 */
const firstUse = new Map<z.ZodType, string>();
for (const { name, input } of attacked.toReversed()) {
  for (const path of pathsOf(input)) firstUse.set(schemaAt(input, path), name);
}

export interface Attempt {
  input: Input;
  /** Whether the only hostile value is a text in a field of free text. */
  isFreeText: boolean;
}

/** Returns copies of the input, each with one hostile value: one copy for every path and value. */
export function attemptsOn(operation: Operation, input: Input): Attempt[] {
  return pathsOf(operation.input).flatMap((path) =>
    valuesFor(operation, path).map((value) => ({
      input: withValue(input, path, value),
      isFreeText: typeof value === 'string' && isFreeText(schemaAt(operation.input, path)),
    })),
  );
}

/** Fields whose text only controls the operation, such as the form of codes, the text of labels and the key of a hold, or is encrypted. */
const unstored = new Set(['codePrefix', 'codePattern', 'holdKey', 'key', 'labelText', 'hmacSecret']);

/** Returns the hostile texts that each field of free text accepts. A field of free text accepts any plain word. */
export function acceptedTexts(operation: Operation): Map<Path, string[]> {
  const texts = pathsOf(operation.input)
    .filter((path) => !unstored.has(String(path.at(-1))))
    .filter((path) => isFreeText(schemaAt(operation.input, path)))
    .map((path): [Path, string[]] => [path, textsFor(operation, path)]);
  return new Map(texts.filter(([, list]) => list.length > 0));
}

function isFreeText(schema: z.ZodType): boolean {
  return bare(schema) instanceof z.ZodString && !schema.meta()?.scalar && schema.safeParse('Bread').success;
}

function textsFor(operation: Operation, path: Path): string[] {
  const schema = schemaAt(operation.input, path);
  return valuesFor(operation, path).filter(
    (value) => typeof value === 'string' && schema.safeParse(value).success,
  ) as string[];
}

function valuesFor({ name, input }: Operation, path: Path): unknown[] {
  const all = [...hostileTexts, ...hostileValues];
  return firstUse.get(schemaAt(input, path)) === name ? all : fc.sample(fc.constantFrom(...all), { seed, numRuns: 3 });
}
