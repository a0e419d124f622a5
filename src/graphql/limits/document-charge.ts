import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import { contextIn } from '../../api/context.ts';

/** The cost that one point pays: about a millisecond of work. A page of 100 sessions costs a few points. */
const costOfPoint = 500;

/**
 * Charges what a document costs beyond the point that every request costs. Returns undefined if that is nothing, and
 * otherwise a promise that rejects with `TOO_MANY_REQUESTS` if the account has no points left.
 */
export function chargeFor(request: ExecutionArgs, cost: number): Promise<void> | undefined {
  const { viewer, services } = contextIn(request);
  const points = pointsOf(request, cost) - 1;
  return viewer && points > 0 ? services.limits.rates.charge(viewer.account, points) : undefined;
}

/** Charges the same for a bulk mutation that has succeeded: a refused one costs no more than its request. */
export async function chargeAfter(request: ExecutionArgs, cost: number, { errors }: ExecutionResult): Promise<void> {
  const { viewer, services } = contextIn(request);
  const points = pointsOf(request, cost) - 1;
  if (viewer && points > 0 && !errors) await services.limits.rates.take(viewer.account, points);
}

export function pointsFor(cost: number): number {
  return Math.ceil(cost / costOfPoint);
}

/** A document costs one point for each field of its root, because each is an operation, and more if its cost is high. */
function pointsOf({ document, operationName }: ExecutionArgs, cost: number): number {
  const operations = getOperationAST(document, operationName)?.selectionSet.selections.length ?? 0;
  return Math.max(operations, pointsFor(cost));
}

/** What a skipped item costs: a fifth of a microsecond, because an index is read. */
const costOfSkipped = 0.1;
/** The most that skipping costs: a list may be shorter. Half of what a document may cost. */
const mostForSkipping = 50_000;

export function costOfSkipping(number: unknown, size: number): number {
  if (typeof number !== 'number' || !(number > 1)) return 0;
  return Math.min(mostForSkipping, (number - 1) * size * costOfSkipped);
}
