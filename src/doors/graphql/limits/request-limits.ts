import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import {
  type ExecutionArgs,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isStandardIntrospection, noIntrospectionAliases } from './introspection.ts';
import { PreparedIntrospection } from './prepared-introspection.ts';
import { costOf } from './query-cost.ts';
import { maximumCost, RequestBudget, tooExpensive } from './request-budget.ts';
import { fieldsIn, fragmentsOf } from './selections.ts';

/** The maximum number of levels of a document. */
const mostLevels = 12;

/** The maximum number of aliases of a document, which ask for the same field many times. */
const mostAliases = 50;

/**
 * Returns plugins that limit what a document of a client may ask for, on HTTP, server-sent events and WebSocket. Stored
 * documents of the REST paths do not pass through here.
 */
export function limitRequests(schema: GraphQLSchema): Plugin[] {
  return [
    maxDepthPlugin({ n: mostLevels, ignoreIntrospection: true }) as Plugin,
    maxAliasesPlugin({ n: mostAliases }) as Plugin,
    prepareIntrospection(schema),
    limitCost,
  ];
}

function prepareIntrospection(schema: GraphQLSchema): Plugin {
  const prepared = new PreparedIntrospection(schema);
  return {
    onValidate: ({ addValidationRule }) => addValidationRule(noIntrospectionAliases),
    onExecute({ args: { document, operationName }, setResultAndStopExecution }) {
      const operation = getOperationAST(document, operationName);
      if (!operation || !isStandardIntrospection(document, operation)) return undefined;
      return prepared.resultOf(document, operation).then(setResultAndStopExecution);
    },
  };
}

const limitCost: Plugin = {
  onExecute({ args, setResultAndStopExecution, extendContext }) {
    const refusal = refusalOf(args);
    if (refusal) return setResultAndStopExecution({ errors: [refusal] });
    const budget = new RequestBudget();
    extendContext({ onList: budget.take.bind(budget) } as object);
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const refusal = refusalOf(args);
    if (refusal) setResultAndStopExecution({ errors: [refusal] });
  },
};

function refusalOf(request: ExecutionArgs): GraphQLError | null {
  const { schema, document, operationName, variableValues } = request;
  const bulk = bulkFieldsOf(request);
  if (bulk.length > 1) return new GraphQLError('A request may have one bulk mutation.', { nodes: bulk });
  const cost = costOf(schema, document, operationName, variableValues);
  return cost > maximumCost ? tooExpensive(`The request would cost ${cost.toLocaleString('en')}, more`) : null;
}

function bulkFieldsOf({ schema, document, operationName }: ExecutionArgs): FieldNode[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const fields = schema.getMutationType()?.getFields();
  return fieldsIn(operation.selectionSet, fragmentsOf(document)).filter(
    ({ name }) => fields?.[name.value]?.extensions.cost?.bulk,
  );
}
