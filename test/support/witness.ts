import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';

/** How long the calls of an account took, in milliseconds, and how many found no room. */
export interface Experience {
  slowest: number;
  /** The one of a hundred that takes longest. */
  p99: number;
  calls: number;
  refused: string[];
}

const pauseMilliseconds = 8;

/** An account that claims and reads while others do what they do. */
export class Witness {
  readonly #client: Client;
  readonly #coupon: string;
  readonly #sessions: string[];

  constructor(client: Client, coupon: string, sessions: readonly string[]) {
    this.#client = client.unchecked();
    this.#coupon = coupon;
    this.#sessions = [...sessions];
  }

  /** Claims, looks up and lists in turn, until the work is done. */
  async during(work: Promise<unknown>): Promise<Experience> {
    const durations: number[] = [];
    const refused: string[] = [];
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    for (let turn = 0; !isOver; turn += 1) {
      const began = performance.now();
      const { status, codes } = await this.#call(turn);
      durations.push(performance.now() - began);
      if (status >= 400 || codes.length > 0) refused.push(`${status} ${codes}`);
      await sleep(pauseMilliseconds);
    }
    await over;
    durations.sort((one, other) => one - other);
    return {
      slowest: durations.at(-1) ?? 0,
      p99: durations[Math.ceil(durations.length * 0.99) - 1] ?? 0,
      calls: durations.length,
      refused,
    };
  }

  #call(turn: number): Promise<{ status: number; codes: readonly unknown[] }> {
    if (turn % 3 === 0) {
      const couponsession = this.#sessions.pop();
      return this.#client.rest('/v3/couponsession/update', { couponsession, operation: 'claim' });
    }
    if (turn % 3 === 1) return this.#client.rest('/v3/couponsession/data', { couponsession: this.#sessions.at(-1) });
    return this.#client.graphql(
      'query ($coupon: ID!) { couponSessions(coupon: $coupon, first: 20) { nodes { session } } }',
      {
        coupon: this.#coupon,
      },
    );
  }
}
