import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/** Types a document by the schema: its variables, and what it answers. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; BigInt: string; Decimal: string; EmailAddress: string; PhoneNumber: string };
}>();
