import type { TadaDocumentNode } from 'gql.tada';
import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, validate } from 'graphql';
import type { Context } from '../api/context.ts';
import { withVariableErrors } from '../api/variable-errors.ts';
import { onBehalfOf } from '../kernel/clocks/account-clocks.ts';

export type Execute<Data> = (variables: Record<string, unknown>, context: Context) => Promise<ExecutionResult<Data>>;

interface Options {
  schema: GraphQLSchema;
  /** The name that identifies the document in errors. */
  name: string;
}

/** Returns a function that executes a stored document. The first call validates it. */
export function executorOf<Data>(given: TadaDocumentNode<Data, never>, { schema, name }: Options): Execute<Data> {
  const document = given as DocumentNode;
  let isValid = false;
  return async (variableValues, contextValue) => {
    if (!isValid) requireValid(document, schema, name);
    isValid = true;
    const request = { schema, document, variableValues, contextValue };
    const result = await onBehalfOf(contextValue.viewer?.account, () => execute(request));
    return withVariableErrors(result as ExecutionResult<Data>, request);
  };
}

function requireValid(document: DocumentNode, schema: GraphQLSchema, name: string): void {
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) throw new Error(`the document for ${name} is not valid: ${mistakes.join(' ')}`);
}
