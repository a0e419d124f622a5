import { type FieldNode, GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { turnToContinue } from '../../../kernel/values/event-loop.ts';
import { Estimate } from './query-cost.ts';

/**
 * The maximum cost of a request: about as many values in its response, 10 MB of memory and 0.2 seconds of work. A page
 * of 1,000 sessions with all their fields costs almost half of it, the largest bulk creation two thirds.
 */
export const maximumCost = 100_000;

/** Shorter lists are completed at once. Between the items of longer ones, other requests run. */
const longList = 20;

/** Charges the real length of the lists of a response, which its request cannot always foretell. */
export class RequestBudget {
  #left = maximumCost;
  readonly #costs = new WeakMap<readonly FieldNode[], number>();

  /** Takes the cost of a list, and returns it in the form in which the executor shall complete it. */
  take(items: readonly unknown[], info: GraphQLResolveInfo): Iterable<unknown> | AsyncIterable<unknown> {
    this.#left -= items.length * this.#costOfItem(info);
    if (this.#left < 0) throw tooExpensive('The response has longer lists than expected. It would cost more');
    return items.length < longList ? items : inTurns(items);
  }

  #costOfItem({ schema, fragments, variableValues, fieldNodes, parentType, fieldName }: GraphQLResolveInfo): number {
    const known = this.#costs.get(fieldNodes);
    if (known !== undefined) return known;
    const estimate = new Estimate(schema, fragments, variableValues, { withItems: false });
    const field = parentType.getFields()[fieldName];
    const cost = field ? fieldNodes.reduce((sum, node) => sum + estimate.ofItem(node, field), 0) : 0;
    this.#costs.set(fieldNodes, cost);
    return cost;
  }
}

export function tooExpensive(subject: string): GraphQLError {
  const most = maximumCost.toLocaleString('en');
  return new GraphQLError(`${subject} than ${most}, the most that is allowed. Ask for smaller pages or fewer fields.`);
}

/** The executor completes the items of an asynchronous list one after the other. */
function inTurns(items: readonly unknown[]): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]() {
      let index = 0;
      const step = () => ({ done: index >= items.length, value: items[index++] });
      // The executor awaits a step, so a step that need not wait is no promise: that would be slower.
      return { next: () => (turnToContinue()?.then(step) ?? step()) as Promise<IteratorResult<unknown>> };
    },
  };
}
