import type { Outcome } from './settle-attempts.ts';

const narrow = 2;
const usual = 8;
const wide = 32;
const most = 512;
const slowMilliseconds = 2000;

interface Lane {
  /** How many deliveries may be under way at once. */
  width: number;
  underWay: number;
}

/**
 * How many deliveries this process has under way, for each endpoint. Who answers fast gets more at once, who is slow or
 * fails fewer, so that slow ones leave room for the others.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #underWay = 0;

  get isFull(): boolean {
    return this.#underWay >= most;
  }

  /** Endpoints that get nothing more for now. One with a little room waits until there is more, so that fewer claims take more. */
  busy(): string[] {
    return [...this.#lanes].filter(([, { width, underWay }]) => underWay > width / 2).map(([id]) => id);
  }

  roomOf(id: string): number {
    const { width, underWay } = this.#lanes.get(id) ?? { width: usual, underWay: 0 };
    return Math.max(0, width - underWay);
  }

  enter(id: string, amount: number): void {
    const lane = this.#lanes.get(id) ?? { width: usual, underWay: 0 };
    this.#lanes.set(id, lane);
    lane.underWay += amount;
    this.#underWay += amount;
  }

  leave({ claimed, attempted }: Outcome): void {
    const lane = this.#lanes.get(claimed.endpoint.id);
    if (!lane) return;
    lane.underWay -= 1;
    this.#underWay -= 1;
    if (attempted !== 'RELEASED') {
      const slow = attempted.error !== null || attempted.milliseconds > slowMilliseconds;
      lane.width = slow ? narrow : Math.min(lane.width + 1, wide);
    }
    if (lane.underWay === 0) this.#lanes.delete(claimed.endpoint.id);
  }
}
