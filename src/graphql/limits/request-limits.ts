import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { contextIn } from '../../api/context.ts';
import { FairQueue } from '../../kernel/database/engines/fair-queue.ts';
import { requireReadAnswers } from '../../kernel/limits/unread-bytes.ts';
import { chargeAfter, chargeFor, chargeTexts } from './document-charge.ts';
import { isStandardIntrospection, noIntrospectionAliases } from './introspection.ts';
import { PreparedIntrospection } from './prepared-introspection.ts';
import { costOf } from './query-cost.ts';
import { maximumCost, maximumCostOfSubscription, RequestBudget, tooExpensive } from './request-budget.ts';
import { fieldsIn, fragmentsOf } from './selections.ts';

const maxLevels = 12;

const maxAliases = 50;

/** The maximum number of characters of the variables and extensions of a subscription, which the service keeps. */
const maxVariables = 16_384;

/** Limits the documents of clients. Those of REST are compiled, and skip these plugins. */
export function limitRequests(schema: GraphQLSchema): Plugin[] {
  return [
    maxDepthPlugin({ n: maxLevels, ignoreIntrospection: true }) as Plugin,
    maxAliasesPlugin({ n: maxAliases }) as Plugin,
    prepareIntrospection(schema),
    limitCost(),
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

/** The cost above which a query counts as long. Such a query takes about 20 ms. */
const costOfLong = 10_000;

/**
 * The limits in a process. `each` and `waitingEach` apply per root account, `waiting` to all accounts together. The
 * total needs no limit, because long queries let other requests run in between.
 */
const longQueries = { total: Number.POSITIVE_INFINITY, each: 2, waitingEach: 50, waiting: 5000, milliseconds: 5000 };

const limitCost = (queue = new FairQueue(longQueries)): Plugin => ({
  onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution, extendContext }) {
    const stop = (error: GraphQLError) => setResultAndStopExecution({ errors: [error] });
    const cost = costOfRequest(args);
    const problem = problemOf(args, cost);
    if (problem) return stop(problem);
    const budget = new RequestBudget();
    extendContext({ onList: budget.take.bind(budget), onText: budget.takeText.bind(budget) } as object);
    const { viewer } = contextIn(args);
    if (viewer && isQuery(args)) {
      const { rootId } = viewer.account;
      const execute = async (given: ExecutionArgs) => {
        requireReadAnswers(rootId);
        const result = await executeFn(given);
        await chargeTexts(args, budget.costOfTexts);
        return result;
      };
      setExecuteFn((given) =>
        (cost > costOfLong ? queue.run(rootId, () => execute(given)) : execute(given)).catch(asResult),
      );
    }
    if (isBulkAlone(args))
      return { onExecuteDone: ({ result }) => (isAsyncIterable(result) ? undefined : chargeAfter(args, cost, result)) };
    // Charge after the limits: a document that they refuse costs only its request.
    return chargeFor(args, cost)?.catch((error: Error) => setResultAndStopExecution(asResult(error)));
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const { extensions } = (args.contextValue as { params?: { extensions?: unknown } }).params ?? {};
    if (JSON.stringify([args.variableValues, extensions]).length > maxVariables)
      return setResultAndStopExecution({
        errors: [
          new GraphQLError(
            `The variables and extensions of a subscription can have at most ${maxVariables.toLocaleString('en')} characters.`,
          ),
        ],
      });
    const cost = costOfRequest(args);
    if (cost > maximumCostOfSubscription)
      setResultAndStopExecution({
        errors: [tooExpensive(`Each event would cost ${cost.toLocaleString('en')}, more`, maximumCostOfSubscription)],
      });
  },
});

function asResult(error: Error): ExecutionResult {
  return { errors: [new GraphQLError(error.message, { originalError: error })] };
}

/** Whether a document is a query. Mutations need no turns here, because their transactions take turns. */
function isQuery({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
}

function costOfRequest({ schema, document, operationName, variableValues }: ExecutionArgs): number {
  return costOf(schema, document, operationName, variableValues);
}

function problemOf(request: ExecutionArgs, cost: number): GraphQLError | null {
  const bulk = bulkFieldsOf(request);
  if (bulk.length > 1) return new GraphQLError('A request may have one bulk mutation.', { nodes: bulk });
  return cost > maximumCost ? tooExpensive(`The request would cost ${cost.toLocaleString('en')}, more`) : null;
}

function isBulkAlone(request: ExecutionArgs): boolean {
  const operation = getOperationAST(request.document, request.operationName);
  const fields = operation ? fieldsIn(operation.selectionSet, fragmentsOf(request.document)) : [];
  return fields.length === 1 && bulkFieldsOf(request).length === 1;
}

function bulkFieldsOf({ schema, document, operationName }: ExecutionArgs): FieldNode[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const fields = schema.getMutationType()?.getFields();
  return fieldsIn(operation.selectionSet, fragmentsOf(document)).filter(
    ({ name }) => fields?.[name.value]?.extensions.cost?.bulk,
  );
}
