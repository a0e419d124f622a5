import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { TooManyRequests } from '../problem.ts';
import { SharedCounts } from './shared-counts.ts';

/**
 * The maximum number of simultaneous requests of an account per process. At 20 ms each, 20 of them reach the rate. 500
 * leave room for slow ones.
 */
const maxRequests = 500;

/**
 * The maximum number of simultaneous uploads per root account and process. Each uses the processor while it arrives.
 */
const maxUploads = 4;

/**
 * The maximum number of simultaneous downloads per root account and process. Each reads the database while it is sent.
 */
const maxDownloads = 4;

/** The maximum number of subscriptions per API key and process. Each holds a queue of events. */
const maxSubscriptions = 1000;

/** The maximum number of subscriptions per root account and process, for all of its keys together. */
const maxSubscriptionsOfRoot = 5000;

export interface Limits {
  rates: AccountRates;
  requests: Slots;
  uploads: Slots;
  downloads: Slots;
  subscriptions: Slots;
  subscriptionsOfRoot: Slots;
}

export function createLimits({ perSecond, redisUrl, log }: Options): Limits {
  return {
    rates: new AccountRates({ perSecond, redisUrl, log }),
    requests: new Slots(perSecond === 0 ? 0 : maxRequests),
    uploads: new Slots(perSecond === 0 ? 0 : maxUploads),
    downloads: new Slots(perSecond === 0 ? 0 : maxDownloads),
    subscriptions: new Slots(maxSubscriptions),
    subscriptionsOfRoot: new Slots(maxSubscriptionsOfRoot),
  };
}

/** The window, which allows a burst of five times the rate. */
const windowSeconds = 5;
/** All accounts below a root account together have this many times the rate of one account. */
const subaccountsFactor = 10;

export interface Allowance {
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  isExceeded: boolean;
}

interface Options {
  /** The requests per second of an account. 0 turns the limits off. */
  perSecond: number;
  /** The Redis server that adds up the points of all processes. Without it, each process counts on its own. */
  redisUrl?: string | undefined;
  log: Logger;
}

interface Payer {
  id: string;
  rootId: string;
}

/**
 * Counts points. A request runs if any point is left. The counts are in memory, so each process keeps its limit even
 * without Redis.
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

export class Slots {
  readonly max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** Takes a slot. Returns a function that frees it, or null if all slots are taken. */
  enter(key: string): (() => void) | null {
    if (this.max > 0 && (this.#open.get(key) ?? 0) >= this.max) return null;
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (isInside) this.#leave(key);
      isInside = false;
    };
  }

  #leave(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
