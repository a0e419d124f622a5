import fc from 'fast-check';
import type { Operation } from '../../src/api/operation.ts';
import type { Field } from '../../src/rest/adapter/field.ts';
import type { OperationCall, Row } from '../../src/rest/adapter/row.ts';
import { readInput } from '../../src/rest/adapter/row-input.ts';
import { hostileTexts, hostileValues, type Path, schemaAt, seed, validValue } from '../support/arbitraries.ts';
import { isInPath, isWrittenAsText, onTheWire } from '../support/rest-request.ts';
import { type makeThings, words } from './things.ts';

export type Fields = Record<string, unknown>;

/** Returns a unique name of a row. Rows of /v4 may share a path. */
export function nameOf({ method = 'POST', path }: Pick<Row<unknown>, 'method' | 'path'>): string {
  return path.startsWith('/v3') ? path : `${method} ${path}`;
}

/** Returns the operation that the row calls with these fields. */
export function operationOf(row: Row<unknown>, fields: Fields): Operation {
  return callOf(row, fields).operation;
}

function callOf({ calls, choose }: Row<unknown>, fields: Fields): OperationCall<unknown> {
  const call = new Map(Object.entries(calls)).get(choose?.(fields) ?? '') ?? Object.values(calls)[0];
  if (!call) throw new Error('a row calls nothing');
  return call;
}

/** Returns the definitions of all fields of the operation that the row calls with these fields. */
export function fieldsFor(row: Row<unknown>, fields: Fields): Record<string, Field> {
  return callOf(row, fields).fields ?? row.fields;
}

/** Returns fields for which a row with several calls chooses this one. */
export function choosing({ fields, calls }: Row<unknown>, call: string): Fields {
  const chooser = Object.entries(fields).find(([, field]) => !field.argument && wordsOf(field).includes(call));
  if (chooser) return { [chooser[0]]: call };
  // Without such a field, the required fields of the call determine the operation.
  const own = Object.entries(calls[call]?.fields ?? {}).filter(([, { required }]) => required);
  return Object.fromEntries(own.map(([name, { example }]) => [name, example]));
}

/** Returns fields that the row accepts, with required fields only if possible. */
export function validFields(row: Row<unknown>, words: readonly string[], chosen: Fields = {}): Fields {
  const operation = operationOf(row, chosen);
  const known = Object.entries(fieldsFor(row, chosen)).filter(([, { argument }]) => argument);
  const given = known.map(([name, field]) => ({ [name]: validField(operation, field, words) }));
  const fields = Object.assign({}, chosen, ...given.filter((_, index) => known[index]?.[1].required));
  // Some rows require one or two of their optional fields, in any combination.
  const pairs = given.flatMap((one) => given.map((other) => ({ ...one, ...other })));
  const candidates = [{}, ...given, ...pairs].map((more) => ({ ...fields, ...more }));
  return candidates.find((candidate) => isAccepted(row, candidate)) ?? fields;
}

/** Returns fields that the row accepts, with the ids of these objects. */
export function fieldsOfThings(row: Row<unknown>, things: Awaited<ReturnType<typeof makeThings>>): Fields {
  const range = row.fields.startsequence && { startsequence: things.sequence };
  const group = row.fields.smsgroup && { smsgroup: things.smsGroup };
  return { ...validFields(row, [...words, ...Object.values(things)]), ...range, ...group };
}

/** Returns the hostile values for a field, or a sample of them if the row has many similar fields. */
export function valuesFor(row: Row<unknown>, name: string): unknown[] {
  const all = [...hostileTexts, ...hostileValues];
  const some = /[2-9]\]?$|^utm_(?!campaign)/.test(name)
    ? fc.sample(fc.constantFrom(...all), { seed, numRuns: 5 })
    : all;
  if (!isWrittenAsText(row, name)) return some;
  // Node refuses longer URLs before the service reads them. An empty segment or a dot segment makes a different path.
  const texts = some.map(onTheWire).filter((text) => encodeURIComponent(text).length < 8000);
  return isInPath(row.path, name) ? texts.filter((text) => !/^\.*$/.test(text)) : texts;
}

/** Returns whether the row must refuse the value of the field. */
export function mustRefuse(row: Row<unknown>, valid: Fields, name: string, value: unknown): boolean {
  if (value === '' || value === null) return row.fields[name]?.required === true;
  return !isAccepted(row, { ...valid, [name]: value });
}

/** Returns whether the row can read every field, and the operation accepts the values. */
function isAccepted(row: Row<unknown>, fields: Fields): boolean {
  const call = callOf(row, fields);
  const { input, fieldErrors } = readInput({ fields: fieldsFor(row, fields) }, call, fields);
  return fieldErrors.length === 0 && call.operation.input.safeParse(input).success;
}

function validField(operation: Operation, field: Field, words: readonly string[]): unknown {
  const value = wordsOf(field)[0] ?? validValue(schemaAt(operation.input, pathOf(field.argument)), words);
  // The example is correct if REST writes the value differently from GraphQL.
  return reads(field, value) ? value : field.example;
}

function reads({ read }: Field, value: unknown): boolean {
  try {
    read(value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the values of a field with an enum, otherwise an empty list. */
function wordsOf({ schema }: Field): string[] {
  return (schema as { enum?: string[] }).enum ?? [];
}

function pathOf(argument = ''): Path {
  return argument.split('.');
}
