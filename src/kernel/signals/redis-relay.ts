import type { Logger } from 'pino';
import { connectRedis } from './redis-connection.ts';
import type { Signals, Topic } from './signals.ts';

const prefix = 'campaign-service:';
/** Signals of one topic are merged within this time. */
const quietMilliseconds = 2;

/** Relays signals through Redis. Without it, loops only poll, and work starts up to 250 ms later. */
export function relayThroughRedis(signals: Signals, url: string, log: Logger): { stop: () => void } {
  const publisher = connectRedis(url, 'publisher', log, { enableOfflineQueue: false });
  const subscriber = connectRedis(url, 'subscriber', log);

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
