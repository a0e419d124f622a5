import fc from 'fast-check';
import { z } from 'zod';
import { type Operation, operations } from '../../src/kernel/api/operation.ts';
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

/** The operations that can be given anything. */
export const attacked = [...operations.values()].filter(({ input }) => Object.keys(input.shape).length > 0);

/** Fields with the same schema, such as those that eight operations share, are attacked with everything once. */
const firstUse = new Map<z.ZodType, string>();
for (const { name, input } of attacked.toReversed()) {
  for (const path of pathsOf(input)) firstUse.set(schemaAt(input, path), name);
}

export interface Attempt {
  input: Input;
  /** Whether it differs from a valid input in a text alone, where any text may stand. */
  isFreeText: boolean;
}

/** The input with a hostile value in one place, for every place and value. */
export function attemptsOn(operation: Operation, input: Input): Attempt[] {
  return pathsOf(operation.input).flatMap((path) =>
    valuesFor(operation, path).map((value) => ({
      input: withValue(input, path, value),
      isFreeText: typeof value === 'string' && isFreeText(schemaAt(operation.input, path)),
    })),
  );
}

/** Texts that only decide what is done: the form of codes, and which till it is. */
const unstored = new Set(['codePrefix', 'codePattern', 'holdKey', 'key']);

/** For each field of free text, which takes any plain word, the hostile texts that it accepts. */
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
