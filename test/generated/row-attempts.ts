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

/** The fields by which a row with several calls chooses this one. */
export function choosing({ fields }: Row<unknown>, call: string): Fields {
  const chooser = Object.entries(fields).find(([, field]) => !field.argument && wordsOf(field).includes(call));
  return chooser ? { [chooser[0]]: call } : {};
}

/** Fields that the row accepts, with what is required alone. */
export function validFields(row: Row<unknown>, words: readonly string[], chosen: Fields = {}): Fields {
  const operation = operationOf(row, chosen);
  const known = Object.entries(row.fields).filter(([, { argument }]) => argument && knows(operation, argument));
  const given = ([name, field]: [string, Field]) => ({ [name]: validField(operation, field, words) });
  const fields = Object.assign({}, chosen, ...known.filter(([, { required }]) => required).map(given));
  // Some rows need one or two of their optional fields, whichever.
  const pairs = known.flatMap((one) => known.map((other) => ({ ...given(one), ...given(other) })));
  const candidates = [{}, ...known.map(given), ...pairs].map((more) => ({ ...fields, ...more }));
  return candidates.find((candidate) => isAccepted(row, operation, candidate)) ?? fields;
}

/** Hostile values of a field: all of them, or few for the fields that have many brothers. */
export function valuesFor(name: string): unknown[] {
  const all = [...hostileTexts, ...hostileValues];
  return /[2-9]$|^utm_(?!campaign)/.test(name) ? fc.sample(fc.constantFrom(...all), { seed, numRuns: 5 }) : all;
}

/** Whether the field can't be read, or the operation refuses what was read. */
export function mustRefuse(row: Row<unknown>, valid: Fields, name: string, value: unknown): boolean {
  if (value === '' || value === null) return row.fields[name]?.required === true;
  return !isAccepted(row, operationOf(row, valid), { ...valid, [name]: value });
}

/** Whether every field can be read, and the operation accepts what was read. */
function isAccepted(row: Row<unknown>, operation: Operation, fields: Fields): boolean {
  try {
    const input = Object.entries(fields).reduce<Fields>((result, [name, value]) => {
      const { argument, read } = row.fields[name] as Field;
      const argumentValue = read(value);
      return argument ? withValue(result, pathOf(argument), argumentValue) : result;
    }, {});
    return operation.input.safeParse(input).success;
  } catch {
    return false;
  }
}

function validField(operation: Operation, field: Field, words: readonly string[]): unknown {
  return wordsOf(field)[0] ?? validValue(schemaAt(operation.input, pathOf(field.argument)), words);
}

/** The words of a choice. */
function wordsOf({ schema }: Field): string[] {
  return (schema as { enum?: string[] }).enum ?? [];
}

/** A row may have fields that only its document knows. */
function knows({ input }: Operation, argument: string): boolean {
  return (pathOf(argument)[0] ?? '') in input.shape;
}

function pathOf(argument = ''): Path {
  return argument.split('.');
}
