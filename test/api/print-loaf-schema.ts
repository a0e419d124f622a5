/* Prints a separate schema. In the process of the tests, its types would become part of the schema of the service. */
import { printSchema } from 'graphql';
import { z } from 'zod';
import { builder } from '../../src/api/builder.ts';
import { mutation } from '../../src/api/mutation.ts';
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
  size: size.meta({ description: 'How big it is.' }).nullish(),
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

const declaration = { description: 'For a test.', scope: 'READ', type: 'Boolean', problems: [] } as const;

query({ ...declaration, name: 'findLoaf', input: loaf, run: () => true });
mutation({ ...declaration, name: 'bakeLoaf', input: loaf, run: async () => true });
mutation({ ...declaration, name: 'toastLoaf', input: z.object({ topping }), run: async () => true });

console.log(printSchema(builder.toSchema()));
