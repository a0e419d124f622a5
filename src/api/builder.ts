import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLError } from 'graphql';
import { ZodError } from 'zod';
import { type Instant, instantIn, toIso } from '../kernel/values/instant.ts';
import type { Context } from './context.ts';
import { inputProblem } from './errors.ts';
import OperationPlugin from './operation-plugin.ts';

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
  // The first plugin wraps the others: without the scope, a key learns nothing about input errors.
  plugins: [OperationPlugin, ZodPlugin, RelayPlugin],
  defaultFieldNullability: false,
  zod: {
    validationError: (error, args, _context, { parentType }) =>
      error instanceof ZodError ? inputProblem(error.issues, args, parentType.name === 'Mutation' ? 1 : 0) : error,
  },
  relay: {
    nodesOnConnection: { description: 'The items of this page.' },
    clientMutationId: 'omit',
    cursorType: 'String',
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The items of this page with their cursors.',
    },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    cursorFieldOptions: { description: 'The cursor of the item, for `after` and `before`.' },
    pageInfoFieldOptions: {
      description: 'Information for paging: whether there are more items, and the cursors of this page.',
    },
    pageInfoTypeOptions: { description: 'Information for paging through a list.' },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are items before this page.' },
    startCursorFieldOptions: {
      description: 'The cursor of the first item. Pass it as `before` to get the previous page.',
    },
    endCursorFieldOptions: { description: 'The cursor of the last item. Pass it as `after` to get the next page.' },
    firstArgOptions: {
      description: 'Maximum number of items from the start of the list, at most 1,000. Default: 100.',
    },
    afterArgOptions: { description: 'Returns items after this cursor.' },
    lastArgOptions: { description: 'Maximum number of items from the end of the list, at most 1,000.' },
    beforeArgOptions: { description: 'Returns items before this cursor.' },
  },
});

builder.queryType({
  description:
    'Queries. Each field requires the scope `READ`, from an API key or the role of a person, unless its description names another scope.',
});

builder.mutationType({
  description: 'Mutations. Each field is one transaction, which takes effect completely or not at all.',
});

builder.subscriptionType({
  description: 'Subscriptions over WebSocket (`graphql-transport-ws`) and server-sent events.',
});

builder.scalarType('DateTime', {
  description:
    'A point in time: ISO 8601 in UTC with milliseconds, such as `2026-11-21T05:50:00.000Z`. Input can have any UTC offset.',
  serialize: toIso,
  parseValue: (value) => {
    const instant = typeof value === 'string' ? instantIn(value) : null;
    if (instant === null) throw new GraphQLError('DateTime must be an ISO 8601 date and time with a time zone');
    return instant;
  },
});

builder.scalarType('BigInt', {
  description: 'An integer that can exceed 2^31, as a string: `"4000000000"`. Input can also be a number.',
  serialize: (value) => String(value),
  parseValue: (value) => {
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    // No id or position is that large, so a larger number is not found either.
    const nearest = typeof number === 'number' ? Math.min(number, Number.MAX_SAFE_INTEGER) : null;
    if (!Number.isSafeInteger(nearest)) throw new GraphQLError('BigInt must be a whole number or a string of digits');
    return nearest as number;
  },
});

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

textScalar('Decimal', 'A decimal number as a string, so that no precision is lost: `"12.500"`.');
textScalar('EmailAddress', 'An email address, such as `ada@example.com`. The domain may be internationalized.');
textScalar(
  'PhoneNumber',
  'A phone number in E.164, such as `+493012345678`. Input may contain spaces, dashes, dots and parentheses.',
);

builder.scalarType('JSON', {
  description: 'A JSON object. Its fields depend on the context.',
  serialize: (value) => value,
});
