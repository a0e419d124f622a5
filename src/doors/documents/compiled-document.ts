import type { TadaDocumentNode } from 'gql.tada';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, validate } from 'graphql';
import type { Context } from '../../kernel/api/context.ts';
import { withVariableErrors } from '../../kernel/api/variable-errors.ts';
import { onBehalfOf } from '../../kernel/clocks/caller.ts';

/** Executes a stored document. */
export type Execute<Data> = (variables: Record<string, unknown>, context: Context) => Promise<ExecutionResult<Data>>;

interface Options {
  schema: GraphQLSchema;
  /** Identifies the document in errors. */
  name: string;
}

/**
 * Returns a function that executes a stored document. The document is compiled when it is first used, because a process
 * uses few of all documents.
 */
export function compileOnFirstUse<Data>(document: TadaDocumentNode<Data, never>, options: Options): Execute<Data> {
  let compiled: Promise<Execute<Data>> | undefined;
  return async (variables, context) => {
    compiled ??= compile(document as DocumentNode, options);
    const execute = await compiled;
    return execute(variables, context);
  };
}

async function compile<Data>(document: DocumentNode, { schema, name }: Options): Promise<Execute<Data>> {
  const { compileQuery, isCompiledQuery } = await import('graphql-jit');
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) throw new Error(`the document for ${name} is not valid: ${mistakes.join(' ')}`);
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled))
    throw new Error(`the document for ${name} does not compile: ${compiled.errors?.join(' ')}`);
  return async (variableValues, context) => {
    const execute = () => compiled.query(undefined, context, variableValues);
    const result = await onBehalfOf(context.viewer?.account, execute);
    return withVariableErrors(result as ExecutionResult<Data>, { schema, document, variableValues });
  };
}
