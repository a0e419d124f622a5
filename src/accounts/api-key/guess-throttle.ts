import { networkOf } from '../../kernel/values/client-network.ts';

const windowMilliseconds = 60_000;
/** The limit of an address per window. It is not low, because programs behind one address may share a mistake. */
const maxOfAddress = 50;
/** The limit of a key per window, for all addresses together. */
const maxOfKey = 20;
/**
 * The maximum number of addresses and keys that are tracked, which limits the memory. Further ones count as throttled.
 */
const maxTracked = 100_000;

/** Throttles guesses in each process. Affects only refusals: a right secret is never refused. */
export class GuessThrottle {
  readonly #wrong = new Map<string, number>();
  #endsAt = 0;

  isThrottled(address: string): boolean {
    this.#beginWindow();
    return this.#isOver(networkOf(address), maxOfAddress);
  }

  /** Notes a guess. Returns the seconds to wait if there were too many, and otherwise null. */
  note(address: string, keyId: string | null): number | null {
    this.#beginWindow();
    const isOver = [
      this.#count(networkOf(address), maxOfAddress),
      keyId !== null && this.#count(keyId, maxOfKey),
    ].includes(true);
    return isOver ? Math.max(1, Math.ceil((this.#endsAt - Date.now()) / 1000)) : null;
  }

  #count(subject: string, max: number): boolean {
    const isOver = this.#isOver(subject, max);
    if (!isOver) this.#wrong.set(subject, (this.#wrong.get(subject) ?? 0) + 1);
    return isOver;
  }

  #isOver(subject: string, max: number): boolean {
    const wrong = this.#wrong.get(subject);
    return wrong === undefined ? this.#wrong.size >= maxTracked : wrong >= max;
  }

  #beginWindow(): void {
    if (Date.now() < this.#endsAt) return;
    this.#wrong.clear();
    this.#endsAt = Date.now() + windowMilliseconds;
  }
}
