import {
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isIntrospectionType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { type Fragments, fieldsIn, fragmentsOf } from './selections.ts';

/** Inside these fields, types may only be named. Otherwise, a client could ask for everything again. */
const references = new Set([
  'type',
  'ofType',
  'queryType',
  'mutationType',
  'subscriptionType',
  'interfaces',
  'possibleTypes',
]);

const partsOfReference = new Set(['kind', 'name', 'ofType']);

/** Forbids aliases in an introspection. With them, a small document could ask for the same megabytes many times. */
export const noIntrospectionAliases: ValidationRule = (context) => ({
  Field(node) {
    const parent = context.getParentType();
    if (node.alias && parent && isIntrospectionType(parent))
      context.reportError(new GraphQLError('Introspection does not allow aliases inside its types.', { nodes: node }));
  },
});

/**
 * Whether an introspection looks like those that tools send: it asks for everything once, and refers to types by name.
 */
export function isStandardIntrospection(
  document: DocumentNode,
  { selectionSet, variableDefinitions = [], directives = [] }: OperationDefinitionNode,
): boolean {
  if (variableDefinitions.length > 0 || directives.length > 0) return false;
  const fragments = fragmentsOf(document);
  const [root, ...others] = fieldsIn(selectionSet, fragments);
  if (root?.name.value !== '__schema' || root.alias || others.length > 0) return false;
  return showsEachOnce(root.selectionSet, fragments, false);
}

function showsEachOnce(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  isReference: boolean,
): boolean {
  if (!selectionSet) return true;
  const fields = fieldsIn(selectionSet, fragments);
  const names = new Set(fields.map(({ name }) => name.value));
  return (
    names.size === fields.length &&
    fields.every(({ name: { value: name }, alias, directives = [], selectionSet: inner }) => {
      if (alias || directives.length > 0 || name === '__typename') return false;
      if (isReference && !partsOfReference.has(name)) return false;
      return showsEachOnce(inner, fragments, isReference || references.has(name));
    })
  );
}

const itemsOf: Record<string, number> = { fields: 20, args: 2, inputFields: 10, enumValues: 10, directives: 6 };

export function introspectionItems(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  { name }: GraphQLField<unknown, unknown>,
): number | undefined {
  if (!isIntrospectionType(parent)) return undefined;
  return name === 'types' ? Object.keys(schema.getTypeMap()).length : (itemsOf[name] ?? 1);
}
