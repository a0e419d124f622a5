import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Signals, Topic } from './signals.ts';

const prefix = 'campaign-service:';
/** Signals of one topic that come this close together are one. */
const quietMilliseconds = 2;

/**
 * Passes signals on between the processes that share a Redis. While it is away nothing is lost, since everybody looks for
 * work from time to time: it only takes up to a quarter of a second longer. The connections come back by themselves.
 */
export function relayThroughRedis(signals: Signals, url: string, log: Logger): { stop: () => void } {
  const options = { retryStrategy: (attempt: number) => Math.min(attempt * 50, 1000), maxRetriesPerRequest: null };
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false });
  const subscriber = new Redis(url, options);
  for (const [role, connection] of Object.entries({ publisher, subscriber })) logOutages(connection, role, log);

  const sending = new Set<Topic>();
  signals.relay = (topic) => {
    if (sending.has(topic)) return;
    sending.add(topic);
    setTimeout(() => {
      sending.delete(topic);
      if (publisher.status === 'ready') publisher.publish(prefix + topic, '').catch(() => undefined);
    }, quietMilliseconds).unref();
  };
  subscriber.psubscribe(`${prefix}*`).catch(() => undefined);
  subscriber.on('pmessage', (_, channel) => signals.arrive(channel.slice(prefix.length) as Topic));
  return {
    stop: () => {
      signals.relay = () => {};
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** Once when it goes away and once when it is back, not at each attempt between. */
function logOutages(connection: Redis, role: string, log: Logger): void {
  let isAway = false;
  connection.on('error', (error) => {
    if (!isAway) log.warn({ err: error, role }, 'Redis is away: processes poll');
    isAway = true;
  });
  connection.on('ready', () => {
    if (isAway) log.info({ role }, 'Redis is back');
    isAway = false;
  });
}
