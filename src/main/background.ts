import type { Logger } from 'pino';
import { ofOpenAccount } from '../accounts/account/account.ts';
import { followClocks, rootsOnClocks } from '../accounts/account/account-clock.ts';
import { pruneRemoved } from '../accounts/account/removed-account.ts';
import { beginNextRemoval } from '../accounts/closing/account-removal.ts';
import { pruneRequests, pruneRequestsOfAccounts } from '../accounts/requests/logged-request.ts';
import { pruningAhead } from '../accounts/testing/clock-retention.ts';
import { pruneNotices } from '../accounts/viewer/notice.ts';
import type { KeptDays } from '../api/context.ts';
import { pruneCalls } from '../api/idempotency.ts';
import { pruneAudit, startAuditChain } from '../audit/audit-chain.ts';
import { pruneAttempts } from '../directories/sign-in/sign-in-attempts.ts';
import type { ArchiveStore } from '../events/archive/archive-store.ts';
import { EventArchive } from '../events/archive/event-archive.ts';
import { pruneSheets } from '../exports/print/code-sheet.ts';
import type { Database } from '../kernel/database/database.ts';
import { pruneEvents } from '../kernel/event-log/event-retention.ts';
import { startSequencer } from '../kernel/event-log/event-sequencer.ts';
import { pruneEventTraces } from '../kernel/event-log/traces/event-trace.ts';
import { pruneJobs } from '../kernel/jobs/job-retention.ts';
import { startWorker } from '../kernel/jobs/job-worker.ts';
import { startPruning } from '../kernel/jobs/pruning.ts';
import { Outbound } from '../kernel/outbound/outbound.ts';
import { provideRuntime } from '../kernel/security/runtime.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { relayThroughRedis } from '../kernel/signals/redis-relay.ts';
import type { Loop } from '../kernel/signals/signals.ts';
import { expiringPoints } from '../loyalty/balance/point-expiry.ts';
import { type SendingDependencies, startSending } from '../messaging/delivery/sending-worker.ts';
import { pruningCaptures } from '../messaging/erasure/erased-captures.ts';
import { noticeExpiringCertificates } from '../messaging/integration/certificate-request.ts';
import { pruningMessages, pruningMessagesOfAccounts } from '../messaging/message/message-retention.ts';
import { pruneOutbox } from '../messaging/platform/outbox.ts';
import { openPlatform } from '../messaging/platform/platform.ts';
import { pruneEarlyReceipts } from '../messaging/receipt/early-receipt.ts';
import { recording, webhookPayloads } from '../payloads/event-kinds.ts';
import { pruneLinks } from '../people/link/person-link.ts';
import { pruneSignIns } from '../people/sign-in/person-sign-in.ts';
import { pruneTokens } from '../personal-data/personal-token.ts';
import { pruneExports } from '../privacy/personal-data/exported-part.ts';
import { pruneReserved } from '../sessions/batch/sequence-reservation.ts';
import { counting } from '../statistics/counting/event-counting.ts';
import { pruneNonces } from '../wallets/google-pass/google-report.ts';
import { startNotification } from '../wallets/notification/notification-worker.ts';
import type { NotificationDependencies } from '../wallets/notification/notifiers.ts';
import { walletUpdates } from '../wallets/update/wallet-updates.ts';
import { pruneDeliveries, pruneDeliveriesOfAccounts } from '../webhooks/delivery/delivery.ts';
import type { AttemptDependencies } from '../webhooks/delivery/delivery-attempt.ts';
import { startDeliveries } from '../webhooks/delivery/delivery-worker.ts';
import { fanOut } from '../webhooks/fan-out/fan-out-worker.ts';
import { pruneTraffic } from '../webhooks/traffic/endpoint-traffic.ts';
import { makeYearJob } from './demo/year.ts';
import type { Env } from './process/env.ts';
import './registries/extensions.ts';
import { handlers } from './registries/job-handlers.ts';

interface Options {
  database: Database;
  log: Logger;
  redisUrl?: string | undefined;
  /** If it is false, the process only runs the event sequencer. */
  worker: boolean;
  sender: AttemptDependencies;
  sending: SendingDependencies & Pick<NotificationDependencies, 'apns'>;
  keptDays: AllKeptDays;
  /** The store for events before they are pruned. */
  archive?: ArchiveStore | null;
}

interface AllKeptDays extends KeptDays {
  audit: number;
}

export function startBackground({ database: given, log, redisUrl, worker, sender, sending, ...rules }: Options): Loop {
  const database = given.background;
  provideRuntime({ secrets: sender.secrets, dataDirectory: sending.dataDirectory });
  const relay = redisUrl ? relayThroughRedis(database.signals, redisUrl, log) : null;
  const loops = [
    startSequencer(database, log),
    followClocks(database, log),
    ...(worker
      ? [
          startWorker(database, { ...handlers, [makeYearJob.kind]: makeYearJob.step }, log, {
            groupsOf: rootsOnClocks,
            mayRun: ofOpenAccount,
          }),
          fanOut.start(database, log),
          startDeliveries(database, sender, log),
          startSending(database, sending, log),
          walletUpdates.start(database, log),
          counting.start(database, log),
          startAuditChain(database, sender.secrets, log),
          startNotification(database, sending, log),
          startPruning(database, prunings({ ...rules, sending }, sender.secrets, log), log),
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

function prunings(
  { keptDays, archive: store, sending }: Pick<Options, 'keptDays' | 'archive' | 'sending'>,
  secrets: Secrets,
  log: Logger,
) {
  const { events, deliveries, messages, audit, requests, closedAccounts } = keptDays;
  const archive = store ? new EventArchive(store) : null;
  return {
    events: (database: Database) => pruneEvents(database, { keptDays: events, cursor: counting.cursor, archive }),
    certificates: noticeExpiringCertificates,
    closedAccounts: (database: Database) => beginNextRemoval(database, closedAccounts),
    removedAccounts: pruneRemoved,
    expiredPoints: expiringPoints(log),
    outbox: (database: Database) => pruneOutbox(database, sending.dataDirectory),
    deliveries: (database: Database) => pruneDeliveries(database, { delivered: deliveries, others: events }),
    deliveriesOfAccounts: (database: Database) => pruneDeliveriesOfAccounts(database, deliveries),
    ahead: pruningAhead(keptDays),
    audit: (database: Database) => pruneAudit(database, secrets, audit),
    idempotency: pruneCalls,
    capturedMessages: pruningCaptures(sending.dataDirectory),
    messages: pruningMessages(messages),
    messagesOfAccounts: pruningMessagesOfAccounts(messages),
    receipts: pruneEarlyReceipts,
    jobs: pruneJobs,
    nonces: pruneNonces,
    notices: pruneNotices,
    personLinks: pruneLinks,
    personalExports: pruneExports,
    personalTokens: pruneTokens,
    printSheets: pruneSheets,
    signIns: pruneSignIns,
    signInAttempts: pruneAttempts,
    eventTraces: pruneEventTraces,
    requests: (database: Database) => pruneRequests(database, requests),
    requestsOfAccounts: (database: Database) => pruneRequestsOfAccounts(database, requests),
    reservedSequenceIds: pruneReserved,
    traffic: pruneTraffic,
  };
}

export function keptDaysOf(env: Env): AllKeptDays {
  return {
    events: env.EVENTS_KEPT_DAYS,
    deliveries: env.DELIVERIES_KEPT_DAYS,
    messages: env.MESSAGES_KEPT_DAYS,
    audit: env.AUDIT_KEPT_DAYS,
    requests: env.REQUESTS_KEPT_DAYS,
    closedAccounts: env.CLOSED_KEPT_DAYS,
  };
}

export function outboundOf(env: Env): Outbound {
  return new Outbound({ allowInsecure: env.ALLOW_INSECURE_WEBHOOKS, allowedRanges: env.ALLOW_PRIVATE_ADDRESSES });
}

export function attemptDependencies(publicUrl: string, secrets: Secrets, outbound: Outbound): AttemptDependencies {
  const render = webhookPayloads(recording(publicUrl), publicUrl);
  return { outbound, secrets, render };
}

export function sendingOf(
  publicUrl: string,
  dataDirectory: string,
  { secrets, outbound }: AttemptDependencies,
): SendingDependencies {
  return { openPlatform, publicUrl, dataDirectory, secrets, outbound };
}
