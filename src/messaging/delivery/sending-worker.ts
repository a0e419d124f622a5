import type { Logger } from 'pino';
import { accounts as accountsTable } from '../../accounts/account/account.ts';
import { onEachClock } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { Turn } from '../../kernel/leased-queue/lane.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Loop } from '../../kernel/leased-queue/loop.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type MessageContent, messageContents } from '../content/message-content.ts';
import { type Links, renderMessage, type SendingAccount } from '../content/rendering.ts';
import type { OpenPlatform, PlatformDependencies, Verdict } from '../platform/platform.ts';
import { createReceipts } from '../receipt/platform-receipts.ts';
import { type Claimed, type ClaimedTurn, claimMessages, handOverMilliseconds, markSending } from './message-claims.ts';
import { settle } from './message-outcomes.ts';
import { type Opened, OpenPlatforms, startListening } from './platform-pool.ts';
import { effectOf, type Outcome } from './verdict.ts';

const limits = { inAll: 4096, first: 32, most: 512, least: 4, failuresBeforeRest: 5 };

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

interface Prepared extends Claimed {
  /** Null if the content is no longer stored. */
  content: MessageContent | null;
  sender: SendingAccount;
}

class Senders {
  readonly #database: Database;
  readonly #contents: Contents;

  constructor(database: Database) {
    this.#database = database;
    this.#contents = new Contents(database);
  }

  async prepare(turns: readonly ClaimedTurn[]): Promise<Turn<Prepared>[]> {
    if (turns.length === 0) return [];
    const wanted = turns.flatMap(({ claimed }) => claimed.map(({ message }) => message.contentId));
    const [contents, accounts] = await Promise.all([this.#contents.find(new Set(wanted)), this.#accountsOf(turns)]);
    return turns.map(({ integration, claimed, slots }) => {
      const sender = { integration, account: accounts.get(integration.accountId) ?? nobody };
      const items = claimed.map((one) => ({ ...one, content: contents.get(one.message.contentId) ?? null, sender }));
      return { lane: integration.id, items, slots, inOrder: false };
    });
  }

  async #accountsOf(turns: readonly ClaimedTurn[]): Promise<Map<string, SendingAccount['account']>> {
    const found = await findRows(
      this.#database,
      accountsTable,
      { id: [...new Set(turns.map(({ integration }) => integration.accountId))] },
      { select: ['id', 'name', 'domain'] },
    );
    return new Map(found.map((account) => [account.id, account]));
  }
}

const nobody = { name: '', domain: null };

const mostKept = 100;

/** A cache of message contents. Many messages share a content, and a content never changes. */
class Contents {
  readonly #kept = new Map<string, MessageContent>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the contents with these ids, without those that no longer exist. */
  async find(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, MessageContent>> {
    const missing = [...ids].filter((id) => !this.#kept.has(id));
    const read = missing.length > 0 ? await this.#read(missing) : [];
    const kept = [...ids].flatMap((id) => this.#kept.get(id) ?? []);
    for (const content of read) this.#kept.set(content.id, content);
    for (const id of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - mostKept))) this.#kept.delete(id);
    return new Map([...kept, ...read].map((content) => [content.id, content]));
  }

  #read(ids: string[]): Promise<MessageContent[]> {
    return findRows(this.#database, messageContents, { id: ids });
  }
}

async function attempt(
  platforms: OpenPlatforms,
  links: Links,
  { message, content, sender }: Prepared,
  log: Logger,
): Promise<Verdict> {
  if (!content) return { outcome: 'REFUSED', reason: 'What it says is no longer kept.' };
  let opened: Opened | null = null;
  try {
    const outgoing = renderMessage(content, message, sender, links);
    opened = platforms.use(sender.integration);
    return await opened.platform.send(outgoing);
  } catch (error) {
    if (error instanceof Problem) return { outcome: 'REFUSED', reason: error.message };
    // The text of the error may contain credentials, so it is not logged.
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
  reason: 'The connection to the platform failed: it may have arrived or not.',
};
