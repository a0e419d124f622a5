import fc from 'fast-check';
import type { Operation } from '../../src/api/operation.ts';
import type { Field } from '../../src/rest/fields.ts';
import type { Row } from '../../src/rest/route.ts';
import {
  hostileTexts,
  hostileValues,
  type Path,
  schemaAt,
  seed,
  validValue,
  withValue,
} from '../support/arbitraries.ts';

export type Fields = Record<string, unknown>;

/** The operation that the row calls with these fields. */
export function operationOf({ calls, choose }: Row<unknown>, fields: Fields): Operation {
  const { operation } = calls[choose?.(fields) ?? ''] ?? Object.values(calls)[0] ?? {};
  if (!operation) throw new Error('a row calls nothing');
  return operation;
}

/** Fields that the row accepts, with what is required alone. */
export function validFields(row: Row<unknown>, words: readonly string[]): Fields {
  const operation = operationOf(row, {});
  const required = Object.entries(row.fields).filter(([, field]) => field.required);
  return Object.fromEntries(required.map(([name, field]) => [name, validField(operation, field, words)]));
}

function validField(operation: Operation, { argument, schema }: Field, words: readonly string[]): unknown {
  const [word] = (schema as { enum?: string[] }).enum ?? [];
  return word ?? validValue(schemaAt(operation.input, pathOf(argument)), words);
}

/** Hostile values of a field: all of them, or few for the fields that have many brothers. */
export function valuesFor(name: string): unknown[] {
  const all = [...hostileTexts, ...hostileValues];
  return /[2-9]$|^utm_(?!campaign)/.test(name) ? fc.sample(fc.constantFrom(...all), { seed, numRuns: 5 }) : all;
}

/** Whether the field can't be read, or the operation refuses what was read. */
export function mustRefuse(row: Row<unknown>, valid: Fields, name: string, value: unknown): boolean {
  const field = row.fields[name] as Field;
  if (value === '' || value === null) return field.required === true;
  const operation = operationOf(row, valid);
  try {
    const given = Object.entries({ ...valid, [name]: value }).map(
      ([key, one]) => [row.fields[key] as Field, one] as const,
    );
    const input = given.reduce<Fields>(
      (result, [{ argument, read }, one]) => (argument ? withValue(result, pathOf(argument), read(one)) : result),
      {},
    );
    field.read(value);
    return !operation.input.safeParse(input).success;
  } catch {
    return true;
  }
}

function pathOf(argument = ''): Path {
  return argument.split('.');
}
