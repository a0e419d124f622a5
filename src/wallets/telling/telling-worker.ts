import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Loop } from '../../kernel/signals/loop.ts';
import { AppleTellers, type TellingDependencies, tellGoogle } from './tellers.ts';
import { type Claimed, claimTellings } from './telling-claims.ts';
import { effectOf, type Outcome, settleTellings } from './telling-outcomes.ts';

const limits = { inAll: 4096, first: 64, most: 1024, least: 8, failuresBeforeRest: 20 };
/** The streams of two connections to Apple. */
const parallel = 1000;

export function startTelling(database: Database, means: TellingDependencies, log: Logger): Loop {
  const tellers = new AppleTellers(means);
  const queue = startLeasedQueue<Claimed, Outcome>({
    name: 'tellings',
    wakeups: database.signals.listen('tellings'),
    log,
    limits,
    parallel: () => parallel,
    claim: (room) => claimTellings(database, room),
    perform: (claimed) => tell({ database, means, tellers, log }, claimed),
    released: { outcome: 'RELEASED' },
    effectOf,
    originOf: ({ integration }) => ({ accountId: integration.accountId }),
    settle: (outcomes) => settleTellings(database, outcomes),
  });
  return {
    stop: async () => {
      await queue.stop();
      tellers.close();
    },
  };
}

interface Worker {
  database: Database;
  means: TellingDependencies;
  tellers: AppleTellers;
  log: Logger;
}

async function tell({ database, means, tellers, log }: Worker, claimed: Claimed): Promise<Outcome> {
  const { integration, telling, device } = claimed;
  try {
    if (integration.channel !== 'GOOGLE_WALLET')
      return device ? await tellers.tell(integration, device.pushToken) : { outcome: 'GONE', since: null };
    const verdict = await tellGoogle(database, means, claimed);
    if (verdict.outcome === 'REFUSED')
      log.warn(
        { integration: integration.id, target: telling.target, reason: verdict.reason },
        'Google refused a pass',
      );
    return verdict;
  } catch (error) {
    // The error may contain credentials, so it is not logged.
    const { name, code } = error as { name?: string; code?: string };
    log.error({ integration: integration.id, error: name, code }, 'a wallet could not be told');
    return { outcome: 'DEFERRED', reason: 'It could not be prepared on our side.', retryAfter: null };
  }
}
