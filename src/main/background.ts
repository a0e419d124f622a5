import type { Logger } from 'pino';
import { eventRepresentations } from '../doors/representations/event-data.ts';
import { pruneCalls } from '../kernel/api/idempotency.ts';
import type { Database } from '../kernel/database/database.ts';
import { rendering } from '../kernel/event-log/event-payload.ts';
import { pruneEvents } from '../kernel/event-log/event-retention.ts';
import { startSequencer } from '../kernel/event-log/event-sequencer.ts';
import { startWorker } from '../kernel/jobs/job-worker.ts';
import { startPruning } from '../kernel/jobs/pruning.ts';
import type { Loop } from '../kernel/leased-queue/loop.ts';
import { Outbound } from '../kernel/outbound/outbound.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { relayThroughRedis } from '../kernel/signals/redis-relay.ts';
import { type SendingMeans, startSending } from '../messaging/delivery/sending-worker.ts';
import { pruningMessages } from '../messaging/message/message-retention.ts';
import { openPlatform } from '../messaging/platform/provider.ts';
import { pruneEarlyReceipts } from '../messaging/receipt/early-receipt-retention.ts';
import { pruneHolds } from '../sessions/transition/expired-holds.ts';
import type { Sender } from '../webhooks/delivery/delivery-attempt.ts';
import { pruneDeliveries } from '../webhooks/delivery/delivery-retention.ts';
import { startDeliveries } from '../webhooks/delivery/delivery-worker.ts';
import { startFanOut } from '../webhooks/delivery/fan-out.ts';
import type { Env } from './process/env.ts';
import './registries/extensions.ts';
import { handlers } from './registries/job-handlers.ts';

interface Options {
  database: Database;
  log: Logger;
  /** Where the other processes are told that there is work. Without it they look for it from time to time. */
  redisUrl?: string | undefined;
  /** Whether this process does the work that any process can take over; otherwise only what it needs itself. */
  worker: boolean;
  /** What webhooks are sent with. */
  sender: Sender;
  /** What messages are sent with. */
  sending: SendingMeans;
  keptDays: KeptDays;
}

/** For how many days events are kept, deliveries of webhooks that succeeded, and messages. */
interface KeptDays {
  events: number;
  deliveries: number;
  messages: number;
}

/** Starts what goes on beside the requests of a process. */
export function startBackground({ database, log, redisUrl, worker, sender, sending, keptDays }: Options): Loop {
  const relay = redisUrl ? relayThroughRedis(database.signals, redisUrl, log) : null;
  const loops = [
    startSequencer(database, log),
    ...(worker
      ? [
          startWorker(database, handlers, log),
          startFanOut(database, log),
          startDeliveries(database, sender, log),
          startSending(database, sending, log),
          startPruning(database, prunings(keptDays), log),
        ]
      : []),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      relay?.stop();
    },
  };
}

function prunings({ events, deliveries, messages }: KeptDays) {
  return {
    events: (database: Database) => pruneEvents(database, events),
    deliveries: (database: Database) => pruneDeliveries(database, { delivered: deliveries, others: events }),
    idempotency: pruneCalls,
    holds: pruneHolds,
    messages: pruningMessages(messages),
    receipts: pruneEarlyReceipts,
  };
}

export function keptDaysOf(env: Env): KeptDays {
  return { events: env.EVENTS_KEPT_DAYS, deliveries: env.DELIVERIES_KEPT_DAYS, messages: env.MESSAGES_KEPT_DAYS };
}

/** The way to addresses that customers name, as the environment wants it. */
export function outboundOf(env: Env): Outbound {
  return new Outbound({ allowInsecure: env.ALLOW_INSECURE_WEBHOOKS, allowedRanges: env.ALLOW_PRIVATE_ADDRESSES });
}

export function senderOf(publicUrl: string, secrets: Secrets, outbound: Outbound): Sender {
  return { outbound, secrets, render: rendering(eventRepresentations, publicUrl) };
}

/** What messages are sent with, beside what webhooks are. */
export function sendingOf(publicUrl: string, dataDirectory: string, { secrets, outbound }: Sender): SendingMeans {
  return { openPlatform, publicUrl, dataDirectory, secrets, outbound };
}
