/** Random numbers that a seed determines, so that all demos are alike. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0, inclusive, to 1, exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.next() * list.length)] as Item;
  }

  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return Math.max(0, index);
  }

  /** Returns how often something happens that is expected so many times (Poisson). */
  amount(expected: number): number {
    const limit = Math.exp(-expected);
    let times = 0;
    for (let product = this.next(); product > limit; product *= this.next()) times += 1;
    return times;
  }

  /** Returns a time until something that has this mean time (exponential). */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }
}
