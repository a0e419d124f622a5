import { type FieldNode, GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { Estimate } from './query-cost.ts';
import { onlyOwn } from './selections.ts';

/**
 * The maximum cost: about 100,000 values, 10 MB and 0.2 seconds. The largest bulk creation costs two thirds of that.
 */
export const maximumCost = 100_000;

/**
 * The maximum cost of a subscription, which is executed for each event. All fields of an event cost a quarter of it, so a
 * document can repeat large fields by aliases only a few times.
 */
export const maximumCostOfSubscription = 200;

const longList = 20;

const charactersOfValue = 100;

/** Charges for the real lengths of lists and of some texts, which the estimate cannot always know. */
export class RequestBudget {
  #left = maximumCost;
  #texts = 0;
  readonly #costs = new WeakMap<readonly FieldNode[], number>();

  take(items: readonly unknown[], info: GraphQLResolveInfo): Iterable<unknown> | Promise<never> {
    this.#left -= items.length * this.#costOfItem(info);
    // Rejects instead of throwing: after a throw, the executor would forget the items that have started, and their
    // failures would be unhandled.
    if (this.#left < 0)
      return Promise.reject(tooExpensive('The response has longer lists than expected. It would cost more'));
    return items.length < longList ? items : inSteps(items);
  }

  get costOfTexts(): number {
    return this.#texts;
  }

  takeText(characters: number): void {
    this.#left -= characters / charactersOfValue;
    this.#texts += characters / charactersOfValue;
    if (this.#left < 0) throw tooExpensive('The response has longer texts than expected. It would cost more');
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

export function tooExpensive(subject: string, maximum = maximumCost): GraphQLError {
  const max = maximum.toLocaleString('en');
  return new GraphQLError(`${subject} than ${max}, the most that is allowed. Ask for smaller pages or fewer fields.`);
}

/**
 * Lets other requests run between items. It does not use an async list, in which an early failure would be an unhandled
 * rejection.
 */
function inSteps(items: readonly unknown[]): Promise<unknown>[] {
  let before: Promise<unknown> = Promise.resolve();
  return items.map((item) => {
    before = before.then(() => yieldToEventLoop());
    return before.then(() => item);
  });
}
