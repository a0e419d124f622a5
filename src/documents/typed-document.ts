import { initGraphQLTada } from 'gql.tada';
// Written by `npm run schema` and `npm run check`.
import type { introspection } from './graphql-env.d.ts';

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

const documentOf = <const Text extends string>(text: Text) => graphql(text);

type DocumentOf<Text extends string> = ReturnType<typeof documentOf<Text>>;

type MutationName = keyof introspection['types']['Mutation']['fields'];

type MutationText<
  Name extends string,
  Selection extends string,
> = `mutation Console${Capitalize<Name>}($input: ${Capitalize<Name>}Input!) { ${Name}(input: $input) { ${Selection} } }`;

export function mutationOf<Name extends MutationName, Selection extends string = 'id'>(
  name: Name,
  selection?: Selection,
): DocumentOf<MutationText<Name, Selection>>;
export function mutationOf(name: string, selection = 'id'): unknown {
  const capitalized = name.charAt(0).toUpperCase() + name.slice(1);
  return documentOf(
    `mutation Console${capitalized}($input: ${capitalized}Input!) { ${name}(input: $input) { ${selection} } }` as string,
  );
}

type ConnectionName = keyof introspection['types']['Query']['fields'];

type ConnectionText<
  Name extends string,
  Filter extends string,
  Selection extends string,
> = `query Console${Capitalize<Name>}($after: String, $filter: ${Filter}) { ${Name}(first: 50, after: $after, filter: $filter) { nodes { ${Selection} } pageInfo { hasNextPage endCursor } } }`;

export function connectionOf<Name extends ConnectionName, Filter extends string, Selection extends string>(
  name: Name,
  filter: Filter,
  selection: Selection,
): DocumentOf<ConnectionText<Name, Filter, Selection>>;
export function connectionOf(name: string, filter: string, selection: string): unknown {
  const page = `nodes { ${selection} } pageInfo { hasNextPage endCursor }`;
  const list = `${name}(first: 50, after: $after, filter: $filter) { ${page} }`;
  return documentOf(
    `query Console${name.charAt(0).toUpperCase()}${name.slice(1)}($after: String, $filter: ${filter}) { ${list} }` as string,
  );
}
