import type { Logger } from 'pino';
import { type RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { connectRedis } from '../signals/redis-connection.ts';

const timeoutMilliseconds = 1000;

interface Options {
  own: RateLimiterMemory;
  redisUrl: string;
  log: Logger;
}

/**
 * Shares counts through Redis, but no request waits for it. A key is reported again only when its last report has
 * returned. Without Redis, nothing is reported.
 */
export class SharedCounts {
  readonly #counts: RateLimiterRedis;
  readonly #own: RateLimiterMemory;
  readonly #stop: () => void;
  readonly #unreported = new Map<string, number>();
  readonly #reporting = new Set<string>();

  constructor({ own, redisUrl, log }: Options) {
    const redis = connectRedis(redisUrl, 'limits', log, {
      enableOfflineQueue: false,
      commandTimeout: timeoutMilliseconds,
      // A report that was lost must not be counted twice.
      autoResendUnfulfilledCommands: false,
    });
    this.#counts = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'campaign-service:rate',
      points: own.points,
      duration: own.duration,
      rejectIfRedisNotReady: true,
    });
    this.#own = own;
    this.#stop = () => redis.disconnect();
  }

  report(key: string, points: number): void {
    this.#unreported.set(key, (this.#unreported.get(key) ?? 0) + points);
    if (this.#reporting.has(key)) return;
    this.#reporting.add(key);
    void this.#send(key).finally(() => this.#reporting.delete(key));
  }

  stop(): void {
    this.#stop();
  }

  async #send(key: string): Promise<void> {
    for (let points = this.#take(key); points > 0; points = this.#take(key)) {
      const counted = await this.#counts.penalty(key, points).catch(() => null);
      if (counted) await this.#adopt(key, counted);
    }
  }

  /** Adopts the shared count, but never lowers this process's own: a Redis that has restarted has lost the window. */
  async #adopt(key: string, { consumedPoints, msBeforeNext }: RateLimiterRes): Promise<void> {
    const own = await this.#own.get(key);
    const points = consumedPoints + (this.#unreported.get(key) ?? 0);
    if (msBeforeNext <= 0 || points < (own?.consumedPoints ?? 0)) return;
    await this.#own.set(key, points, msBeforeNext / 1000);
  }

  #take(key: string): number {
    const points = this.#unreported.get(key) ?? 0;
    this.#unreported.delete(key);
    return points;
  }
}
