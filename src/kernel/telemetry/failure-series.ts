import type { Attributes } from '@opentelemetry/api';

const maxSeries = 2000;
const maxOfAccount = 20;
/** Beyond this number, each account gets a single series, without operation and problem. */
const maxAccounts = 1000;

const other = 'other';

/**
 * Limits the labels of failures. Otherwise, callers could create any number of series, which the SDK keeps for as long
 * as the process runs.
 */
export class FailureSeries {
  readonly #byAccount = new Map<string, Map<string, Attributes>>();
  readonly #others = new Map<string, Attributes>();
  #amount = 0;

  labelsOf(account: string, operation: string, problem: string): Attributes {
    const key = `${operation} ${problem}`;
    const known = this.#byAccount.get(account);
    return known?.get(key) ?? this.#newSeries(known, { account, operation, problem }, key);
  }

  #newSeries(
    known: Map<string, Attributes> | undefined,
    labels: Attributes & { account: string },
    key: string,
  ): Attributes {
    if (this.#amount >= maxSeries || (known?.size ?? 0) >= maxOfAccount) return this.#otherOf(labels.account);
    this.#amount += 1;
    const ofAccount = known ?? new Map<string, Attributes>();
    if (!known) this.#byAccount.set(labels.account, ofAccount);
    ofAccount.set(key, labels);
    return labels;
  }

  #otherOf(account: string): Attributes {
    const known = this.#others.get(account);
    if (known) return known;
    if (this.#others.size >= maxAccounts) return { account: other, operation: other, problem: other };
    const labels = { account, operation: other, problem: other };
    this.#others.set(account, labels);
    return labels;
  }
}
