import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import { contextIn } from '../../api/context.ts';

/** The cost that one point covers: about a millisecond of work. A page of 100 sessions costs a few points. */
const costOfPoint = 500;

/**
 * Charges for a document, in addition to the point of every request. Rejects with `TOO_MANY_REQUESTS` if too few points
 * are left.
 */
export function chargeFor(request: ExecutionArgs, cost: number): Promise<void> | undefined {
  const { viewer, services } = contextIn(request);
  const points = pointsOf(request, cost) - 1;
  return viewer && points > 0 ? services.limits.rates.charge(viewer.account, points) : undefined;
}

export async function chargeAfter(request: ExecutionArgs, cost: number, { errors }: ExecutionResult): Promise<void> {
  const { viewer, services } = contextIn(request);
  const points = pointsOf(request, cost) - 1;
  if (viewer && points > 0 && !errors) await services.limits.rates.take(viewer.account, points);
}

/** Charges for the lengths of texts, which the cost of a document cannot know. */
export async function chargeTexts(request: ExecutionArgs, cost: number): Promise<void> {
  const { viewer, services } = contextIn(request);
  const points = Math.floor(cost / costOfPoint);
  if (viewer && points > 0) await services.limits.rates.take(viewer.account, points);
}

export function pointsFor(cost: number): number {
  return Math.ceil(cost / costOfPoint);
}

/** Returns one point per root field, because each is an operation, or more if the cost is high. */
function pointsOf({ document, operationName }: ExecutionArgs, cost: number): number {
  const operations = getOperationAST(document, operationName)?.selectionSet.selections.length ?? 0;
  return Math.max(operations, pointsFor(cost));
}

const costOfSkipped = 0.1;
/**
 * The maximum cost of skipping items. It is half of the maximum cost, because a list may be shorter than the skipped
 * part.
 */
const maxSkippingPoints = 50_000;

export function costOfSkipping(number: unknown, size: number): number {
  if (typeof number !== 'number' || !(number > 1)) return 0;
  return Math.min(maxSkippingPoints, (number - 1) * size * costOfSkipped);
}
