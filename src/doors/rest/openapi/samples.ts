import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  printSchema,
} from 'graphql';
import type { Row } from '../adapter/row.ts';
import { records, values } from './example-values.ts';

/** A kind of sample response: with typical values, with all optional values, with none of them, or with empty lists. */
export type Sample = { kind: 'everyday' } | { kind: 'full'; turn: number } | { kind: 'bare' } | { kind: 'empty' };

/** Returns the schema with resolvers that return sample values. Its context is a `Sample`. */
export function sampleSchema(schema: GraphQLSchema, rows: readonly Row<unknown>[]): GraphQLSchema {
  const copy = buildSchema(printSchema(schema));
  const known = { ...valuesOf(rows), ...values };
  const valueOfField: ValueOfField = (type, field, sample) =>
    sampleValue(field, known[`${type.name}.${field.name}`] ?? known[field.name], sample);
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      field.resolve = (_, __, sample: Sample) => valueOfField(type, field, sample);
    const { record } = type.getFields();
    if (record) record.resolve = (_, __, sample: Sample) => recordOf(type, copy, sample, valueOfField);
  }
  return copy;
}

/** Returns all samples. There are as many `full` samples as the largest enum has values, so they show every value. */
export function samplesOf(schema: GraphQLSchema): Sample[] {
  const shown = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()))
    .map((field) => getNamedType(field.type));
  const turns = Math.max(2, ...shown.map((type) => (isEnumType(type) ? type.getValues().length : 0)));
  return [
    { kind: 'everyday' },
    ...Array.from({ length: turns }, (_, turn): Sample => ({ kind: 'full', turn })),
    { kind: 'bare' },
  ];
}

type ValueOfField = (type: GraphQLObjectType, field: GraphQLField<unknown, Sample>, sample: Sample) => unknown;

function sampleValue({ type }: GraphQLField<unknown, Sample>, value: unknown, sample: Sample): unknown {
  if (!isNonNullType(type) && (sample.kind === 'bare' || (sample.kind === 'everyday' && value === null))) return null;
  return sampleOf(getNullableType(type), value, sample);
}

/** Returns the record of a sample object, which the function of the real record makes from the other fields. */
function recordOf(type: GraphQLObjectType, schema: GraphQLSchema, sample: Sample, valueOfField: ValueOfField): object {
  const shown = (type: GraphQLObjectType) => {
    const leaves = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)));
    return Object.fromEntries(
      leaves.filter(({ name }) => name !== 'record').map((field) => [field.name, valueOfField(type, field, sample)]),
    );
  };
  const list = (name: string) => (sample.kind === 'empty' ? [] : [shown(schema.getType(name) as GraphQLObjectType)]);
  const record = records[type.name];
  if (!record) throw new Error(`there is no example of ${type.name}.record`);
  return record(shown(type), list);
}

function sampleOf(type: GraphQLOutputType, value: unknown, sample: Sample): unknown {
  if (isListType(type) && sample.kind === 'empty') return [];
  if (isListType(type)) return [sampleOf(getNullableType(type.ofType), [value].flat()[0], sample)];
  if (!isLeafType(type)) return {};
  const turn = sample.kind === 'full' ? sample.turn : 0;
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return sample.kind === 'everyday' && names.includes(String(value)) ? value : names[turn % names.length];
  }
  if (type.name === 'Boolean') return Array.isArray(value) ? value[turn % value.length] : (value ?? turn % 2 === 1);
  return value ?? scalars[type.name];
}

/** Returns the examples of arguments in the rows, as values of the result fields with the same names. */
function valuesOf(rows: readonly Row<unknown>[]): Record<string, unknown> {
  const fields = rows
    .flatMap((row) => Object.values(row.fields))
    .filter(({ argument, example }) => argument && example !== undefined);
  return Object.fromEntries(fields.map(({ argument, example, read }) => [argument?.split('.').at(-1), read(example)]));
}

const scalars: Record<string, unknown> = {
  ID: '0a1b2c3d4e5f',
  String: 'text',
  Int: 1,
  BigInt: '4711',
  Decimal: '4.50',
  EmailAddress: 'ada@example.com',
  PhoneNumber: '+493012345678',
  DateTime: '2026-11-21T08:30:05.000Z',
};
