import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Loop } from '../../kernel/leased-queue/loop.ts';
import { AppleTellers, type TellingDependencies } from './apple-tellers.ts';
import { type Claimed, claimTellings } from './telling-claims.ts';
import { effectOf, type Outcome, settleTellings } from './telling-outcomes.ts';

const limits = { inAll: 4096, first: 64, most: 2048, least: 8, failuresBeforeRest: 20 };
/** The streams of two connections to Apple. */
const parallel = 1000;

/** Tells devices that their passes have changed, in every process. A lane is an integration. */
export function startTelling(database: Database, means: TellingDependencies, log: Logger): Loop {
  const tellers = new AppleTellers(means);
  const queue = startLeasedQueue<Claimed, Outcome>({
    name: 'tellings',
    wakeups: database.signals.listen('tellings'),
    log,
    limits,
    parallel: () => parallel,
    claim: (room) => claimTellings(database, room),
    perform: ({ device, integration }) => tell(tellers, { device, integration }, log),
    released: { outcome: 'RELEASED' },
    effectOf,
    settle: (outcomes) => settleTellings(database, outcomes),
  });
  return {
    stop: async () => {
      await queue.stop();
      tellers.close();
    },
  };
}

async function tell(
  tellers: AppleTellers,
  { device, integration }: Pick<Claimed, 'device' | 'integration'>,
  log: Logger,
): Promise<Outcome> {
  if (!device) return { outcome: 'GONE', since: null };
  try {
    return await tellers.tell(integration, device.pushToken);
  } catch (error) {
    // The text of the error may contain credentials, so it is not logged.
    const { name, code } = error as { name?: string; code?: string };
    log.error({ integration: integration.id, error: name, code }, 'a device could not be told');
    return { outcome: 'DEFERRED', reason: 'It could not be prepared on our side.', retryAfter: null };
  }
}
