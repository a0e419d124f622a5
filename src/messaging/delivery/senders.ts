import { accounts as accountsTable } from '../../accounts/account/account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { Turn } from '../../kernel/leased-queue/lane.ts';
import { Contents } from '../content/content-cache.ts';
import type { MessageContent } from '../content/message-content.ts';
import type { SendingAccount } from '../content/outgoing.ts';
import type { Claimed, ClaimedTurn } from './message-claims.ts';

/** A message with its content and sender. */
export interface Prepared extends Claimed {
  /** Null if the content is no longer stored. */
  content: MessageContent | null;
  sender: SendingAccount;
}

/** Adds content and sender to claimed messages. Reads the data of all messages together. */
export class Senders {
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
