import { initGraphQLTada } from 'gql.tada';
// Written by `npm run schema` and `npm run check`.
import type { introspection } from './graphql-env.d.ts';

/** Derives the types of a document's variables and result from the schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    DateTime: string;
    BigInt: string;
    Decimal: string;
    EmailAddress: string;
    PhoneNumber: string;
    JSON: object;
  };
}>();
