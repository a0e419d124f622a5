import {
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
} from 'graphql';
import type { PageOf } from '../../api/query.ts';
import type { Loader } from '../../representations/loader.ts';
import type { Row } from '../adapter/row.ts';
import { properties, publicUrl, type Sample, values } from './example-values.ts';

type Input = Record<string, unknown>;

/** Samples that replace the nouns of operations. They are derived from the schema. */
export class SampleNouns {
  readonly #schema: GraphQLSchema;
  readonly #known: Record<string, unknown>;

  constructor(schema: GraphQLSchema, rows: readonly Row<unknown>[]) {
    this.#schema = schema;
    this.#known = { ...valuesOf(rows), ...values };
  }

  resultOf(operation: string, sample: Sample, input: Input): unknown {
    const field =
      this.#schema.getQueryType()?.getFields()[operation] ?? this.#schema.getMutationType()?.getFields()[operation];
    if (!field) throw new Error(`there is no operation ${operation}`);
    const type = getNullableType(field.type);
    const nodes = isObjectType(type) && type.name.endsWith('Connection') && type.getFields().nodes;
    const noun = () => this.#noun(getNamedType(nodes ? nodes.type : type) as GraphQLObjectType, sample, input);
    const list = (isListType(type) || nodes) && sample.kind === 'empty' ? [] : [noun()];
    if (nodes) return pageOf(list);
    return isListType(type) ? list : noun();
  }

  loaderOf(sample: Sample): Loader {
    const noun = (type: string) => sampled(this.#named(type, sample));
    const several = <Item>(item: Item) => (sample.kind === 'empty' ? [] : [item]);
    const optional = <Value>(value: Value) => optionalIn(sample, value);
    return {
      publicUrl,
      subaccountOf: () => optional('acc_0a1b2c3d4e5f6g7h'),
      tagsOf: async () => several('summer'),
      categoriesOf: async () => several(noun('Category')),
      locationsOf: async () => several(noun('Location')),
      codesOf: async () => noun('CodeUsage'),
      couponOf: async () => noun('Coupon'),
      withTexts: async () => noun('Coupon'),
      categoriesIn: async () => several(noun('Category')),
      campaignsIn: async () =>
        several({ campaignId: 'cam_0a1b2c3d4e5f', categoryId: optional(this.#known['Category.id'] as string) }),
      rewardsOf: async () => several(noun('EarnedReward')),
      groupNamed: async () => noun('ContactGroup'),
      optOutTimeOf: async () => optional(scalars.DateTime as string),
      messageOf: async ({ message }) => sampled(message),
      renderedOf: async () =>
        optional(
          sampled({
            channel: 'EMAIL',
            from: { name: null, address: 'news@bakery.example' },
            subject: String(this.#known.subject),
            text: 'See our offer: https://campaigns.example/d/c1tygd01',
          }),
        ),
    };
  }

  #named(type: string, sample: Sample, input: Input = {}): object {
    return this.#noun(this.#schema.getType(type) as GraphQLObjectType, sample, input);
  }

  #noun(type: GraphQLObjectType, sample: Sample, input: Input): object {
    const noun: Record<string, unknown> = {};
    for (const field of Object.values(type.getFields())) {
      const property = field.extensions.pothosExposedField;
      if (typeof property === 'string' && isLeafType(getNamedType(field.type)))
        noun[property] = sampleValue(
          field,
          this.#known[`${type.name}.${field.name}`] ?? this.#known[field.name],
          sample,
        );
    }
    const made = {
      sample,
      input,
      noun: (name: string) => this.#named(name, sample, input),
      optional: <Value>(value: Value) => optionalIn(sample, value),
    };
    return Object.assign(noun, properties[type.name]?.(made));
  }
}

function optionalIn<Value>({ kind }: Sample, value: Value): Value | null {
  return kind === 'bare' ? null : value;
}

function pageOf(nodes: readonly object[]): PageOf<object> {
  return {
    edges: nodes.map((node) => ({ node, cursor: '' })),
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    count: () => Promise.resolve(nodes.length),
  };
}

/** Returns the samples. There is a `full` sample for each value of the largest enum, so that all values occur. */
export function samplesOf(schema: GraphQLSchema): Sample[] {
  const shown = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()))
    .map((field) => getNamedType(field.type));
  const rounds = Math.max(2, ...shown.map((type) => (isEnumType(type) ? type.getValues().length : 0)));
  return [
    { kind: 'everyday' },
    ...Array.from({ length: rounds }, (_, round): Sample => ({ kind: 'full', round })),
    { kind: 'bare' },
  ];
}

function sampleValue({ type }: GraphQLField<unknown, unknown>, value: unknown, sample: Sample): unknown {
  if (!isNonNullType(type) && (sample.kind === 'bare' || (sample.kind === 'everyday' && value === null))) return null;
  return sampleOf(getNullableType(type), value, sample);
}

function sampleOf(type: GraphQLOutputType, value: unknown, sample: Sample): unknown {
  if (isListType(type) && sample.kind === 'empty') return [];
  if (isListType(type)) return [sampleOf(getNullableType(type.ofType), [value].flat()[0], sample)];
  const round = sample.kind === 'full' ? sample.round : 0;
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return sample.kind === 'everyday' && names.includes(String(value)) ? value : names[round % names.length];
  }
  const { name } = getNamedType(type);
  if (name === 'Boolean') return value ?? round % 2 === 1;
  return value ?? scalars[name];
}

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
  BigInt: 4711,
  Decimal: '4.50',
  EmailAddress: 'ada@example.com',
  PhoneNumber: '+493012345678',
  DateTime: '2026-11-21T08:30:05.000Z',
};

/** Returns a sample with only those members of a noun that representations show. */
function sampled(members: object | undefined): never {
  return members as never;
}
