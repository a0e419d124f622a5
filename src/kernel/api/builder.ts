import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLError } from 'graphql';
import { ZodError } from 'zod';
import { problems } from '../problem.ts';
import { type Instant, toInstant, toIso } from '../values/instant.ts';
import type { Context } from './context.ts';
import { inputProblem } from './errors.ts';
import OperationPlugin from './operation-plugin.ts';

/** The Pothos builder of the one schema. Domains add their types and operations to it. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Instant; Output: Instant };
    BigInt: { Input: number; Output: number };
    Decimal: { Input: string; Output: string };
    EmailAddress: { Input: string; Output: string };
    PhoneNumber: { Input: string; Output: string };
    JSON: { Input: never; Output: object };
  };
}>({
  // The first wraps the others: a key without the scope learns nothing of what its input lacks.
  plugins: [OperationPlugin, ZodPlugin, RelayPlugin],
  defaultFieldNullability: false,
  zod: {
    // Paths leave out `input`, the one argument of every mutation.
    validationError: (error, args, _context, { parentType }) =>
      error instanceof ZodError ? inputProblem(error.issues, args, parentType.name === 'Mutation' ? 1 : 0) : error,
  },
  relay: {
    nodesOnConnection: { description: 'The records of this page.' },
    clientMutationId: 'omit',
    cursorType: 'String',
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The records of this page with their cursors.',
    },
    nodeFieldOptions: { nullable: false, description: 'The record.' },
    cursorFieldOptions: { description: 'Where the record stands in the list: for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Whether there is more, and where to go on.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there are records after the page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are records before the page.' },
    startCursorFieldOptions: { description: 'The cursor of the first record: the `before` of the page before.' },
    endCursorFieldOptions: { description: 'The cursor of the last record: the `after` of the next page.' },
    firstArgOptions: { description: 'How many records at most, from the beginning: 100 unless told, at most 1,000.' },
    afterArgOptions: { description: 'The cursor after which the page begins.' },
    lastArgOptions: { description: 'How many records at most, from the end; at most 1,000.' },
    beforeArgOptions: { description: 'The cursor before which the page ends.' },
  },
});

builder.queryType({
  description: 'Reading. Every field needs an API key with the scope `READ` unless it says otherwise.',
});

builder.mutationType({ description: 'Writing. Every field is one transaction: it happens as a whole or not at all.' });

builder.subscriptionType({
  description: 'Following what happens: over WebSocket (`graphql-transport-ws`) and as server-sent events.',
});

builder.scalarType('DateTime', {
  description: 'An instant, ISO 8601 in UTC with milliseconds: `2026-11-21T05:50:00.000Z`.',
  serialize: toIso,
  parseValue: (value) => {
    try {
      return toInstant(new Date(Temporal.Instant.from(value as string).epochMilliseconds));
    } catch {
      throw new GraphQLError('DateTime must be an ISO 8601 date and time with a zone');
    }
  },
});

builder.scalarType('BigInt', {
  description: 'A whole number that may pass 2^31, as a string: `"4000000000"`.',
  serialize: (value) => String(value),
  parseValue: (value) => {
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      throw new GraphQLError('BigInt must be a whole number or a string of digits');
    return number;
  },
});

/** A scalar that is a string, whose form is checked where it is taken. */
function textScalar(name: 'Decimal' | 'EmailAddress' | 'PhoneNumber', description: string): void {
  builder.scalarType(name, {
    description,
    serialize: (value) => value,
    parseValue: (value) => {
      if (typeof value !== 'string') throw new GraphQLError(`${name} must be a string`);
      return value;
    },
  });
}

textScalar('Decimal', 'A decimal number as a string, so that no digit is lost: `"12.500"`.');
textScalar('EmailAddress', 'An email address: `ada@example.com`. Its domain may have letters of any language.');
textScalar(
  'PhoneNumber',
  'A phone number in E.164: `+493012345678`. Given ones may have spaces, dashes, dots and parentheses.',
);

builder.scalarType('JSON', {
  description: 'A JSON object whose fields depend on what it is about.',
  serialize: (value) => value,
});

/** Clients switch over these values in `extensions.code` of errors. */
builder.enumType('ProblemCode', {
  description: 'What can go wrong: the `extensions.code` of an error.',
  values: Object.fromEntries(Object.entries(problems).map(([code, description]) => [code, { description }])),
});
