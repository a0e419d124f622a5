import { type GraphQLInputObjectType, type GraphQLSchema, printType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from '../../src/api/arguments.ts';
import { builder } from '../../src/api/builder.ts';
import { mutation } from '../../src/api/mutation.ts';
import { operations } from '../../src/api/operation.ts';
import { query } from '../../src/api/query.ts';

const size = z
  .enum(['SMALL', 'LARGE'])
  .meta({ id: 'LoafSize', description: 'How big.', values: { SMALL: 'Half a kilo.', LARGE: 'A kilo.' } });

const topping = z
  .object({
    name: z.string().meta({ description: 'What is on it.' }),
    grams: z.int().default(5).meta({ description: 'How much of it.' }),
  })
  .meta({ id: 'ToppingInput', description: 'What to put on it.' });

const loaf = z.object({
  id: z.string().meta({ scalar: 'ID', description: 'Its id.' }),
  name: z.string().trim().min(1).meta({ description: 'What it is called.' }),
  count: z.int().min(1).default(1).meta({ description: 'How many.' }),
  sliced: z.boolean().nullish().meta({ description: 'Whether it is cut.' }),
  size: size.nullish(),
  preferred: size.default('SMALL').meta({ description: 'What to take otherwise.' }),
  tags: z.array(z.string()).nullish().meta({ description: 'Words.' }),
  sizes: z.array(size).meta({ description: 'All sizes.' }),
  topping: topping.nullish(),
  toppings: z.array(topping).nullish().meta({ description: 'More of them.' }),
  bakedAt: z.string().nullish().meta({ scalar: 'DateTime', description: 'When.' }),
  price: z.string().meta({ scalar: 'Decimal', description: 'In euros.' }),
  number: z.number().meta({ scalar: 'BigInt', description: 'Of the batch.' }),
  note: z
    .string()
    .nullish()
    .transform((text) => text ?? '')
    .meta({ description: 'Anything.' }),
});

let schema: GraphQLSchema;

beforeAll(() => {
  const declaration = { description: 'For a test.', scope: 'READ', type: 'Boolean', problems: [] } as const;
  query({ ...declaration, name: 'findLoaf', input: loaf, run: () => true });
  mutation({ ...declaration, name: 'bakeLoaf', input: loaf, run: async () => true });
  mutation({ ...declaration, name: 'toastLoaf', input: z.object({ topping }), run: async () => true });
  schema = builder.toSchema();
});

test('an input becomes an input type with names, types, defaults and descriptions', () => {
  expect(printType(schema.getType('BakeLoafInput') as GraphQLInputObjectType)).toBe(`"""What \`bakeLoaf\` takes."""
input BakeLoafInput {
  """When."""
  bakedAt: DateTime

  """How many."""
  count: Int = 1

  """Its id."""
  id: ID!

  """What it is called."""
  name: String!

  """Anything."""
  note: String

  """Of the batch."""
  number: BigInt!

  """What to take otherwise."""
  preferred: LoafSize = SMALL

  """In euros."""
  price: Decimal!

  """How big."""
  size: LoafSize

  """All sizes."""
  sizes: [LoafSize!]!

  """Whether it is cut."""
  sliced: Boolean

  """Words."""
  tags: [String!]

  """What to put on it."""
  topping: ToppingInput

  """More of them."""
  toppings: [ToppingInput!]
}`);
});

test('nested objects and enums become types of their own, once', () => {
  expect(printType(schema.getType('ToppingInput') as GraphQLInputObjectType)).toBe(`"""What to put on it."""
input ToppingInput {
  """How much of it."""
  grams: Int = 5

  """What is on it."""
  name: String!
}`);
  expect(printType(schema.getType('LoafSize') as never)).toBe(`"""How big."""
enum LoafSize {
  """A kilo."""
  LARGE

  """Half a kilo."""
  SMALL
}`);
});

test('a query takes the same fields as arguments', () => {
  const [query, mutation] = [schema.getQueryType()?.getFields().findLoaf, schema.getType('BakeLoafInput')];

  const fields = Object.values((mutation as GraphQLInputObjectType).getFields());
  const shapes = (
    list: readonly { name: string; type: unknown; description?: string | null; defaultValue?: unknown }[],
  ) =>
    list.map(({ name, type, description, defaultValue }) => `${name}: ${type} = ${defaultValue} ${description}`).sort();
  expect(shapes(query?.args ?? [])).toEqual(shapes(fields));
});

test('the registry knows what was declared', () => {
  expect(operations.get('bakeLoaf')).toMatchObject({ kind: 'mutation', name: 'bakeLoaf', scope: 'READ', problems: [] });
});

test.each([
  ['a field without a description', z.object({ a: z.string() }), /the input field a needs/],
  ['an object without a name', z.object({ a: z.object({}).meta({ description: 'x' }) }), /an input object needs/],
  ['an enum without a name', z.object({ a: z.enum(['b']).meta({ description: 'x' }) }), /an enum needs/],
  [
    'a type that GraphQL lacks',
    z.object({ a: z.map(z.string(), z.string()).meta({ description: 'x' }) }),
    /no type for a zod map/,
  ],
])('%s is refused when the schema is made', (_, input, message) => {
  expect(() => fieldsOf(input, (options) => options)).toThrow(message);
});
