import type { Logger } from 'pino';
import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { sharedInGroups } from '../../kernel/database/loaders.ts';
import { addOptOut, removeOptOut } from '../opt-out/opt-out.ts';
import type { NumberType, Receipts } from '../platform/platform.ts';
import type { Receipt } from './early-receipt.ts';
import { handleReceipts } from './receipt-effects.ts';
import { findReplier, optOutKeyword, type ReplyOwner } from './reply.ts';

/** Creates the handlers of delivery receipts from platforms and of replies from recipients. */
export function createReceipts(database: Database, log: Logger): Receipts {
  return {
    received: async (integrationId, platformId, state, reason) => {
      if (!platformId) return;
      const said = reason?.slice(0, 300).toWellFormed() ?? null;
      await take(database, { integrationId, platformId: platformId.slice(0, 100), state, reason: said });
    },
    replied: async (integrationId, from, text, type) => {
      const keyword = optOutKeyword(text);
      if (keyword) await takeReply(database, { integrationId, from, keyword, type, log });
    },
  };
}

interface Reply {
  integrationId: string;
  from: string;
  keyword: 'STOP' | 'START';
  type: NumberType | undefined;
  log: Logger;
}

/** Handles concurrent replies to an integration in one transaction, so that a platform with many takes no more connections. */
const takeReply = sharedInGroups<Reply, void>(
  ({ integrationId }) => integrationId,
  async (database, replies) => {
    const [first] = replies;
    if (!first) return [];
    const [owner] = await database.rows<ReplyOwner>(
      `SELECT i.account_id AS accountId, i.shown AS shown, a.timezone AS timezone
       FROM integrations i JOIN accounts a ON a.id = i.account_id WHERE i.id = ?`,
      [first.integrationId],
    );
    if (owner)
      await transactFor(database, owner.accountId, async (transaction) => {
        for (const reply of replies) await apply(transaction, owner, reply);
      });
    return replies.map(() => undefined);
  },
);

async function apply(
  transaction: Transaction,
  owner: ReplyOwner,
  { integrationId, from, keyword, type, log }: Reply,
): Promise<void> {
  const { accountId } = owner;
  const address = await findReplier(transaction, owner, from, type);
  if (!address) return log.warn({ integration: integrationId }, 'ignored a reply not sent from a phone number');
  if (keyword === 'STOP') await addOptOut(transaction, { accountId, channel: 'SMS', address, reason: 'STOP' });
  else await removeOptOut(transaction, { accountId, channel: 'SMS', address }, 'STOP');
}

/** Handles concurrent receipts of an integration in one batch. */
const take = sharedInGroups<Receipt, void>(
  ({ integrationId }) => integrationId,
  async (database, receipts) => {
    await handleReceipts(database, receipts);
    return receipts.map(() => undefined);
  },
);
