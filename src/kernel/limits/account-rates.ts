import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { TooManyRequests } from '../problem.ts';
import { SharedCounts } from './shared-counts.ts';

/** A window of five seconds allows a burst of five times the rate, and on average the rate. */
const windowSeconds = 5;
/** What all accounts below a root account together may use, in multiples of the rate of one account. */
const subaccountsFactor = 10;

export interface Allowance {
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  isExceeded: boolean;
}

interface Options {
  /** The number of points per second of an account. 0 turns the limit off. */
  perSecond: number;
  /** Redis adds up the points of all processes. Without Redis, each process counts alone. */
  redisUrl?: string | undefined;
  log: Logger;
}

interface Payer {
  id: string;
  rootId: string;
}

/**
 * Limits the points that accounts use: a request costs one, and more if it does more. A request runs if its account has
 * a point left, even if the request costs more than what is left. Each process counts in memory, so a request waits
 * for nothing, and the limit of each process holds while Redis is away.
 */
export class AccountRates {
  readonly #quota: number;
  readonly #counts: RateLimiterMemory;
  readonly #shared: SharedCounts | null;

  constructor({ perSecond, redisUrl, log }: Options) {
    this.#quota = perSecond * windowSeconds;
    this.#counts = new RateLimiterMemory({ points: this.#quota, duration: windowSeconds });
    this.#shared = redisUrl && perSecond > 0 ? new SharedCounts({ own: this.#counts, redisUrl, log }) : null;
  }

  /** Takes points of an account, and returns what is left. Returns null if the limit is off. */
  async take({ id, rootId }: Payer, points = 1): Promise<Allowance | null> {
    if (this.#quota === 0) return null;
    const own = await this.#count(id, points, this.#quota);
    if (own.isExceeded || rootId === id) return own;
    const together = await this.#count(`${rootId}/subaccounts`, points, this.#quota * subaccountsFactor);
    return together.isExceeded ? together : own;
  }

  /** Takes points of an account. Rejects with `TOO_MANY_REQUESTS` if the account has none left. */
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
