import { createRequire } from 'node:module';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

const require = createRequire(import.meta.url);

/** Connects. Logs when the connection is lost and restored, but not the attempts in between. */
export function connectRedis(url: string, role: string, log: Logger, options: RedisOptions = {}): Redis {
  const retryStrategy = (attempt: number) => Math.min(attempt * 50, 1000);
  const { Redis: Connection }: typeof import('ioredis') = require('ioredis');
  const connection = new Connection(url, { retryStrategy, maxRetriesPerRequest: null, ...options });
  let isAway = false;
  connection.on('error', (error) => {
    if (!isAway) log.warn({ err: error, role }, 'Redis is unreachable: this process polls for work and counts alone');
    isAway = true;
  });
  connection.on('ready', () => {
    if (isAway) log.info({ role }, 'Redis is reachable again');
    isAway = false;
  });
  return connection;
}
