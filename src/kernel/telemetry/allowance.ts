/** A limit per second: in total, and optionally for each user. */
export class Allowance {
  readonly #max: number;
  readonly #maxOfOne: number;
  #second = 0;
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  constructor(max: number, maxOfOne = max) {
    this.#max = max;
    this.#maxOfOne = maxOfOne;
  }

  take(who = ''): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
      this.#takenBy.clear();
    }
    if (this.#taken >= this.#max) return false;
    const taken = this.#takenBy.get(who) ?? 0;
    if (taken >= this.#maxOfOne) return false;
    this.#taken += 1;
    this.#takenBy.set(who, taken + 1);
    return true;
  }
}
