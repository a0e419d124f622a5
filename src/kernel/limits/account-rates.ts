import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { TooManyRequests } from '../problem.ts';
import { SharedCounts } from './shared-counts.ts';

/** Allows a burst of five times the rate. */
const windowSeconds = 5;
/** All accounts below a root account share this multiple of the rate. */
const subaccountsFactor = 10;

export interface Allowance {
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  isExceeded: boolean;
}

interface Options {
  perSecond: number;
  /** Sums the points of all processes. Without Redis, each process counts alone. */
  redisUrl?: string | undefined;
  log: Logger;
}

interface Payer {
  id: string;
  rootId: string;
}

/** A request runs if any point is left. Counts are in memory, so each process keeps its limit without Redis. */
export class AccountRates {
  readonly #quota: number;
  readonly #counts: RateLimiterMemory;
  readonly #shared: SharedCounts | null;

  constructor({ perSecond, redisUrl, log }: Options) {
    this.#quota = perSecond * windowSeconds;
    this.#counts = new RateLimiterMemory({ points: this.#quota, duration: windowSeconds });
    this.#shared = redisUrl && perSecond > 0 ? new SharedCounts({ own: this.#counts, redisUrl, log }) : null;
  }

  async take({ id, rootId }: Payer, points = 1): Promise<Allowance | null> {
    if (this.#quota === 0) return null;
    const own = await this.#count(id, points, this.#quota);
    if (own.isExceeded || rootId === id) return own;
    const together = await this.#count(`${rootId}/subaccounts`, points, this.#quota * subaccountsFactor);
    return together.isExceeded ? together : own;
  }

  async charge(payer: Payer, points: number): Promise<void> {
    const allowance = await this.take(payer, points);
    if (allowance?.isExceeded) throw new TooManyRequests(allowance.resetSeconds);
  }

  stop(): void {
    this.#shared?.stop();
  }

  async #count(key: string, points: number, quota: number): Promise<Allowance> {
    const taken = Math.min(points, quota);
    const { consumedPoints, msBeforeNext } = await this.#counts.penalty(key, taken);
    const isExceeded = consumedPoints - taken >= quota;
    if (!isExceeded) this.#shared?.report(key, taken);
    const remaining = Math.max(0, quota - consumedPoints);
    return { quota, windowSeconds, remaining, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)), isExceeded };
  }
}
