import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Loop } from '../../kernel/signals/signals.ts';
import { type Claimed, claimNotifications } from './notification-claims.ts';
import { effectOf, type Outcome, settleNotifications } from './notification-outcomes.ts';
import { AppleNotifiers, type NotificationDependencies, notifyGoogle } from './notifiers.ts';

const limits = { inAll: 4096, first: 64, max: 1024, min: 8, failuresBeforeRest: 20 };
/** The number of parallel calls: the streams of two connections to Apple. */
const parallel = 1000;

export function startNotification(database: Database, dependencies: NotificationDependencies, log: Logger): Loop {
  const notifiers = new AppleNotifiers(dependencies);
  const queue = startLeasedQueue<Claimed, Outcome>({
    name: 'notifications',
    wakeups: database.signals.listen('notifications'),
    log,
    limits,
    parallel: () => parallel,
    claim: (room) => claimNotifications(database, room),
    perform: (claimed) => notify({ database, dependencies, notifiers, log }, claimed),
    released: { outcome: 'RELEASED' },
    effectOf,
    originOf: ({ integration }) => ({ accountId: integration.accountId }),
    settle: (outcomes) => settleNotifications(database, outcomes),
  });
  return {
    stop: async () => {
      await queue.stop();
      notifiers.close();
    },
  };
}

interface Worker {
  database: Database;
  dependencies: NotificationDependencies;
  notifiers: AppleNotifiers;
  log: Logger;
}

async function notify({ database, dependencies, notifiers, log }: Worker, claimed: Claimed): Promise<Outcome> {
  const { integration, notification, device } = claimed;
  try {
    if (integration.channel !== 'GOOGLE_WALLET')
      return device ? await notifiers.notify(integration, device.pushToken) : { outcome: 'GONE', since: null };
    const verdict = await notifyGoogle(database, dependencies, claimed);
    if (verdict.outcome === 'REFUSED')
      log.warn(
        { integration: integration.id, target: notification.target, reason: verdict.reason },
        'Google refused a pass',
      );
    return verdict;
  } catch (error) {
    // The error may contain credentials, so do not log it.
    const { name, code } = error as { name?: string; code?: string };
    log.error({ integration: integration.id, error: name, code }, 'a wallet could not be notified');
    return { outcome: 'DEFERRED', reason: 'It could not be prepared on our side.', retryAfter: null };
  }
}
