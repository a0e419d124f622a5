import { type GraphQLEnumType, GraphQLError, type GraphQLSchema, isEnumType } from 'graphql';

/** Errors list all values of an enum. GraphQL only suggests similar ones, and repeats what was given. */
export function listEnumValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) if (isEnumType(type)) listValuesOf(type);
}

function listValuesOf(type: GraphQLEnumType): void {
  const names = type.getValues().map(({ name }) => name);
  const message = `${type.name} must be one of ${names.join(', ')}`;
  const { parseValue, parseLiteral } = type;
  type.parseValue = (given) => {
    if (typeof given !== 'string' || !names.includes(given)) throw new GraphQLError(message);
    return parseValue.call(type, given);
  };
  type.parseLiteral = (node, variables) => {
    if (node.kind !== 'EnumValue' || !names.includes(node.value)) throw new GraphQLError(message, { nodes: node });
    return parseLiteral.call(type, node, variables);
  };
}
