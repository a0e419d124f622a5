import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Signals, Topic } from './signals.ts';

const prefix = 'campaign-service:';
/** Signals of one topic within this time are merged into one. */
const quietMilliseconds = 2;

/**
 * Relays signals between the processes that share a Redis server. While Redis is unreachable no work is lost, because
 * all loops also poll: work starts up to a quarter of a second later. The connections reconnect automatically.
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

/** Logs when the connection is lost and when it is restored, but no reconnection attempts in between. */
function logOutages(connection: Redis, role: string, log: Logger): void {
  let isAway = false;
  connection.on('error', (error) => {
    if (!isAway) log.warn({ err: error, role }, 'Redis is unreachable: processes poll for work');
    isAway = true;
  });
  connection.on('ready', () => {
    if (isAway) log.info({ role }, 'Redis is reachable again');
    isAway = false;
  });
}
