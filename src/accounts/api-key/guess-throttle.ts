import { networkOf } from '../../kernel/values/client-network.ts';

const windowMilliseconds = 60_000;
/**
 * The number of guesses per window from one address. It is generous, because programs behind one address may share a
 * mistake.
 */
const maxOfAddress = 50;
/** The number of guesses per window for one key, from all addresses together. */
const maxOfKey = 20;
/** The maximum number of addresses and keys to track, which limits the memory. Any others count as throttled. */
const maxTracked = 100_000;

/**
 * Throttles guesses, separately in each process. It only changes how a wrong secret is refused: a right one is always
 * accepted.
 */
export class GuessThrottle {
  readonly #wrong = new Map<string, number>();
  #endsAt = 0;

  isThrottled(address: string): boolean {
    this.#beginWindow();
    return this.#isOver(networkOf(address), maxOfAddress);
  }

  /** Records a guess. After too many, returns the number of seconds to wait, and otherwise null. */
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
