import type { Outcome } from './attempt-outcomes.ts';

/** How many deliveries of an endpoint a process takes on: at first, while it is fast, and when it is slow or fails. */
const width = { first: 8, most: 128, least: 2 };
/** How many of them are sent at the same time. */
const sentAtOnce = 32;
const mostOfAll = 1024;
const mostKnown = 2000;
const slowMilliseconds = 2000;

interface Lane {
  width: number;
  /** Taken on, and not yet written down. */
  underWay: number;
  sending: number;
  waiting: (() => void)[];
}

/**
 * What this process has under way, for each endpoint. Who answers fast gets more, who is slow or fails gets less, so that
 * slow ones leave room for the others.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #underWay = 0;

  get isFull(): boolean {
    return this.#underWay >= mostOfAll;
  }

  /** Endpoints that get nothing more for now. One with a little room waits until there is more, so that fewer claims take more. */
  busy(): string[] {
    return [...this.#lanes].filter(([, { width, underWay }]) => underWay > width / 2).map(([id]) => id);
  }

  roomOf(id: string): number {
    const lane = this.#lanes.get(id);
    return lane ? Math.max(0, lane.width - lane.underWay) : width.first;
  }

  enter(id: string, amount: number): void {
    if (this.#lanes.size >= mostKnown) this.#forgetIdle();
    const lane = this.#lanes.get(id) ?? { width: width.first, underWay: 0, sending: 0, waiting: [] };
    this.#lanes.set(id, lane);
    lane.underWay += amount;
    this.#underWay += amount;
  }

  /** Does the work when it is its turn: 32 at a time for an endpoint. */
  async inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(id);
    if (!lane) throw new Error(`nothing is under way for ${id}`);
    if (lane.sending >= sentAtOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    lane.sending += 1;
    try {
      return await work();
    } finally {
      lane.sending -= 1;
      lane.waiting.shift()?.();
    }
  }

  leave({ claimed, attempted }: Outcome): void {
    const lane = this.#lanes.get(claimed.endpoint.id);
    if (!lane) return;
    lane.underWay -= 1;
    this.#underWay -= 1;
    if (attempted !== 'RELEASED') {
      const slow = attempted.error !== null || attempted.milliseconds > slowMilliseconds;
      lane.width = slow ? width.least : Math.min(lane.width + 1, width.most);
    }
  }

  /** What is known of endpoints that get nothing now is kept for a while. */
  #forgetIdle(): void {
    for (const [id, { underWay }] of this.#lanes) if (underWay === 0) this.#lanes.delete(id);
  }
}
