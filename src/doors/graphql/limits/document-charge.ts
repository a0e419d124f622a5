import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../../kernel/api/context.ts';
import { costOf } from './query-cost.ts';

/** The cost that one point pays: about a millisecond of work. A page of 100 sessions costs a few points. */
const costOfPoint = 500;

/** Before a document runs, charges what it costs beyond the point that every request costs. */
export const chargeDocuments: Plugin<Context> = {
  onExecute({ args, setResultAndStopExecution }) {
    const { viewer, services } = args.contextValue;
    const points = pointsOf(args) - 1;
    if (!viewer || points <= 0) return;
    return services.limits.rates.charge(viewer.account, points).catch((error: Error) => {
      setResultAndStopExecution({ errors: [new GraphQLError(error.message, { originalError: error })] });
    });
  },
};

/** A document costs one point for each field of its root, because each is an operation, and more if its cost is high. */
function pointsOf({ schema, document, operationName, variableValues }: ExecutionArgs): number {
  const operations = getOperationAST(document, operationName)?.selectionSet.selections.length ?? 0;
  return Math.max(operations, Math.ceil(costOf(schema, document, operationName, variableValues) / costOfPoint));
}
