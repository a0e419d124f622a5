import { type FieldNode, GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { turnToContinue } from '../../kernel/values/event-loop.ts';
import { Estimate } from './query-cost.ts';
import { onlyOwn } from './selections.ts';

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

  take(items: readonly unknown[], info: GraphQLResolveInfo): Iterable<unknown> | Promise<never> {
    this.#left -= items.length * this.#costOfItem(info);
    // Rejects rather than throws: the executor would forget what it has begun of the same list, and that may fail, too.
    if (this.#left < 0)
      return Promise.reject(tooExpensive('The response has longer lists than expected. It would cost more'));
    return items.length < longList ? items : inTurns(items);
  }

  #costOfItem({ schema, fragments, variableValues, fieldNodes, parentType, fieldName }: GraphQLResolveInfo): number {
    const known = this.#costs.get(fieldNodes);
    if (known !== undefined) return known;
    const estimate = new Estimate(schema, fragments, onlyOwn(variableValues), { withItems: false });
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

/**
 * Returns promises of the items, each of which resolves after the one before it and lets other requests run. The executor
 * waits for all of them at once. From an asynchronous list it would take one after the other, and an item that fails before
 * the last one is taken would be an unhandled rejection, which ends the process.
 */
function inTurns(items: readonly unknown[]): Promise<unknown>[] {
  let before: Promise<unknown> = Promise.resolve();
  return items.map((item) => {
    before = before.then(turnToContinue);
    return before.then(() => item);
  });
}
