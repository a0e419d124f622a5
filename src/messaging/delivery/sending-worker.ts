import type { Logger } from 'pino';
import { accounts as accountsTable } from '../../accounts/account/account.ts';
import { onEachClock } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { ClaimedBatch } from '../../kernel/leased-queue/lane.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Loop } from '../../kernel/signals/signals.ts';
import { type MessageContent, messageContents } from '../content/message-content.ts';
import { type Links, renderMessage, type SendingAccount } from '../content/rendering.ts';
import type { OpenPlatform, PlatformDependencies, Verdict } from '../platform/platform.ts';
import { createReceipts } from '../receipt/platform-receipts.ts';
import {
  type Claimed,
  type ClaimedMessages,
  claimMessages,
  handOverMilliseconds,
  markSending,
} from './message-claims.ts';
import { settle } from './message-outcomes.ts';
import { type Opened, OpenPlatforms, startListening } from './platform-pool.ts';
import { effectOf, type Outcome } from './verdict.ts';

const limits = { inAll: 4096, first: 32, max: 512, min: 4, failuresBeforeRest: 5 };

export interface SendingDependencies extends Omit<PlatformDependencies, 'receipts' | 'log'> {
  secrets: Secrets;
  openPlatform: OpenPlatform;
}

/** Starts sending. A lane is an integration. A group is a root account with its subaccounts. */
export function startSending(database: Database, dependencies: SendingDependencies, log: Logger): Loop {
  const { openPlatform, secrets, ...rest } = dependencies;
  const receipts = createReceipts(database, log);
  const platforms = new OpenPlatforms(openPlatform, secrets, { ...rest, log, receipts });
  const contents = new Map<string, MessageContent>();
  const stopListening = startListening(database, platforms, log);
  const queue = startLeasedQueue<Prepared, Outcome>({
    name: 'messages',
    wakeups: database.signals.listen('messages'),
    log,
    limits,
    parallel: (integrationId) => platforms.parallelOf(integrationId),
    claim: async (room) => {
      platforms.closeIdle();
      return prepare(database, contents, await claimMessages(database, room));
    },
    marking: { mark: (prepared) => markSending(database, prepared), beginMilliseconds: handOverMilliseconds },
    perform: (prepared) => attempt(platforms, dependencies, prepared, log),
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
            some.map(({ item: { message }, verdict: outcome }) => ({
              ...{ number: message.number, claims: message.claims, outcome },
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

interface Prepared extends Claimed {
  /** Null if the content is no longer stored. */
  content: MessageContent | null;
  sender: SendingAccount;
}

const nobody = { name: '', domain: null };
const maxKept = 100;

/** Prepares messages. Many of them share the same content, which never changes, so it is cached. */
async function prepare(
  database: Database,
  contents: Map<string, MessageContent>,
  batches: readonly ClaimedMessages[],
): Promise<ClaimedBatch<Prepared>[]> {
  if (batches.length === 0) return [];
  const wanted = new Set(batches.flatMap(({ claimed }) => claimed.map(({ message }) => message.contentId)));
  const owners = new Set(batches.map(({ integration }) => integration.accountId));
  const [read, found] = await Promise.all([
    findRows(database, messageContents, { id: [...wanted].filter((id) => !contents.has(id)) }),
    findRows(database, accountsTable, { id: [...owners] }, { select: ['id', 'name', 'domain'] }),
  ]);
  for (const content of read) contents.set(content.id, content);
  const accounts = new Map(found.map((account) => [account.id, account]));
  const prepared = batches.map(({ integration, claimed, slots }) => {
    const sender = { integration, account: accounts.get(integration.accountId) ?? nobody };
    const items = claimed.map((one) => ({ ...one, content: contents.get(one.message.contentId) ?? null, sender }));
    return { lane: integration.id, items, slots, inOrder: false };
  });
  for (const id of [...contents.keys()].slice(0, Math.max(0, contents.size - maxKept))) contents.delete(id);
  return prepared;
}

async function attempt(
  platforms: OpenPlatforms,
  links: Links,
  { message, content, sender }: Prepared,
  log: Logger,
): Promise<Verdict> {
  if (!content) return { outcome: 'REFUSED', reason: 'The content of the message is no longer stored.' };
  let opened: Opened | null = null;
  try {
    const outgoing = renderMessage(content, message, sender, links);
    opened = platforms.use(sender.integration);
    return await opened.platform.send(outgoing);
  } catch (error) {
    if (error instanceof Problem) return { outcome: 'REFUSED', reason: error.message };
    // The error may contain credentials, so do not log it.
    const { name, code } = error as { name?: string; code?: string };
    log.error({ message: message.id, error: name, code }, 'a message could not be prepared');
    return opened ? unknown : unprepared;
  } finally {
    opened?.giveBack();
  }
}

const unprepared: Verdict = { outcome: 'DEFERRED', reason: 'It could not be prepared on our side.' };

const unknown: Verdict = {
  outcome: 'UNKNOWN',
  reason: 'The connection to the platform failed, so the message may or may not have arrived.',
};
