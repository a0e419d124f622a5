import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../kernel/api/context.ts';

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

/** A document costs one point per field of its root, because each is an operation. */
function pointsOf({ document, operationName }: ExecutionArgs): number {
  return getOperationAST(document, operationName)?.selectionSet.selections.length ?? 0;
}
