import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildSchema, type GraphQLInputObjectType, type GraphQLSchema, printType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from '../../src/api/arguments.ts';

let schema: GraphQLSchema;

beforeAll(async () => {
  const { pathname } = new URL('./print-loaf-schema.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [pathname]);
  schema = buildSchema(stdout);
});

test('an input becomes an input type with names, types, defaults and descriptions', () => {
  expect(printType(schema.getType('BakeLoafInput') as GraphQLInputObjectType)).toBe(`"""The input of \`bakeLoaf\`."""
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

  """How big it is."""
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

test('each nested object and enum becomes one type', () => {
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

test('a query has the same fields as arguments', () => {
  const [query, mutation] = [schema.getQueryType()?.getFields().findLoaf, schema.getType('BakeLoafInput')];

  const fields = Object.values((mutation as GraphQLInputObjectType).getFields());
  const shapes = (
    list: readonly { name: string; type: unknown; description?: string | null; defaultValue?: unknown }[],
  ) =>
    list.map(({ name, type, description, defaultValue }) => `${name}: ${type} = ${defaultValue} ${description}`).sort();
  expect(shapes(query?.args ?? [])).toEqual(shapes(fields));
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
])('%s is refused when the schema is built', (_, input, message) => {
  expect(() => fieldsOf(input, (options) => options)).toThrow(message);
});
