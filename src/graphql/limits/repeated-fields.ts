import { BREAK, type DocumentNode, GraphQLError, type SelectionSetNode, visit } from 'graphql';
import { type Fragments, fieldsIn, fragmentsOf } from './selections.ts';

/**
 * The maximum number of repeated fields. GraphQL compares them in pairs, recursively: a document of 7 kB took half a
 * second to validate.
 */
const maxRepeats = 50;

const maxSpreads = 50;

export function problemOfSpreads(document: DocumentNode): GraphQLError | null {
  let spreads = 0;
  visit(document, { FragmentSpread: () => (++spreads > maxSpreads ? BREAK : undefined) });
  return spreads > maxSpreads ? new GraphQLError(`The document spreads more than ${maxSpreads} fragments.`) : null;
}

export function problemOfRepeats(document: DocumentNode): GraphQLError | null {
  const fragments = fragmentsOf(document);
  let repeats = 0;
  const count = ({ selectionSet }: { selectionSet?: SelectionSetNode | undefined }): false | undefined => {
    if (selectionSet) repeats += repeatsIn(selectionSet, fragments);
    return repeats > maxRepeats ? false : undefined;
  };
  visit(document, { OperationDefinition: count, FragmentDefinition: count, Field: count });
  return repeats > maxRepeats ? new GraphQLError(`The document repeats more than ${maxRepeats} fields.`) : null;
}

function repeatsIn(selectionSet: SelectionSetNode, fragments: Fragments): number {
  const fields = fieldsIn(selectionSet, fragments);
  return fields.length - new Set(fields.map(({ alias, name }) => (alias ?? name).value)).size;
}
