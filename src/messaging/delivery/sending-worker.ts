import type { Logger } from 'pino';
import { onEachClock } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Loop } from '../../kernel/signals/loop.ts';
import type { OpenPlatform, PlatformDependencies } from '../platform/platform.ts';
import { createReceipts } from '../receipt/platform-receipts.ts';
import { startListening } from './listener.ts';
import { attempt } from './message-attempt.ts';
import { claimMessages } from './message-claims.ts';
import { settle } from './message-outcomes.ts';
import { OpenPlatforms } from './platform-pool.ts';
import { type Prepared, Senders } from './senders.ts';
import { handOverMilliseconds, markSending } from './sending-marks.ts';
import { effectOf, type Outcome } from './verdict.ts';

const limits = { inAll: 4096, first: 32, most: 512, least: 4, failuresBeforeRest: 5 };

/** The dependencies of sending messages. */
export interface SendingDependencies extends Omit<PlatformDependencies, 'receipts' | 'log'> {
  secrets: Secrets;
  openPlatform: OpenPlatform;
}

/** Sends due messages, in every process. A lane is an integration, a group a root account with its subaccounts. */
export function startSending(database: Database, means: SendingDependencies, log: Logger): Loop {
  const { openPlatform, secrets, ...rest } = means;
  const receipts = createReceipts(database, log);
  const platforms = new OpenPlatforms(openPlatform, secrets, { ...rest, log, receipts });
  const senders = new Senders(database);
  const stopListening = startListening(database, platforms, log);
  const queue = startLeasedQueue<Prepared, Outcome>({
    name: 'messages',
    wakeups: database.signals.listen('messages'),
    log,
    limits,
    parallel: (integrationId) => platforms.parallelOf(integrationId),
    claim: async (room) => {
      platforms.closeIdle();
      return senders.prepare(await claimMessages(database, room));
    },
    marking: { mark: (prepared) => markSending(database, prepared), beginMilliseconds: handOverMilliseconds },
    perform: (prepared) => attempt(platforms, means, prepared, log),
    released: { outcome: 'RELEASED' },
    effectOf,
    originOf: ({ message }) => ({ accountId: message.accountId }),
    settle: (outcomes) =>
      onEachClock(
        outcomes,
        ({ item: { message } }) => message.accountId,
        (some) =>
          settle(
            database,
            some.map(({ item: { message }, verdict }) => ({
              number: message.number,
              claims: message.claims,
              outcome: verdict,
            })),
          ),
      ),
  });
  return {
    stop: async () => {
      await queue.stop();
      await stopListening();
      await platforms.close();
    },
  };
}
