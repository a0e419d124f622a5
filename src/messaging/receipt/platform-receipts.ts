import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { sharedInGroups } from '../../kernel/database/loaders.ts';
import { e164 } from '../../kernel/values/phone-number.ts';
import { addOptOut, removeOptOut } from '../opt-out/opt-out.ts';
import type { Receipts } from '../platform/platform.ts';
import type { Receipt } from './early-receipt.ts';
import { handleReceipts } from './receipt-effects.ts';

/** Creates the handlers of delivery receipts from platforms and of replies from recipients. */
export function createReceipts(database: Database, log: Logger): Receipts {
  return {
    received: async (integrationId, platformId, state, reason) => {
      if (!platformId) return;
      const said = reason?.slice(0, 300).toWellFormed() ?? null;
      await take(database, { integrationId, platformId: platformId.slice(0, 100), state, reason: said });
    },
    replied: async (integrationId, from, text) => {
      const keyword = optOutKeyword(text);
      const address = e164(from.startsWith('+') ? from : `+${from}`);
      if (!keyword) return;
      if (!address) return log.warn({ integration: integrationId }, 'ignored a reply not sent from a phone number');
      await database.transaction(async (transaction) => {
        const [owner] = await transaction.rows<{ accountId: string }>(
          'SELECT i.account_id AS accountId FROM integrations i WHERE i.id = ?',
          [integrationId],
        );
        if (!owner) return;
        if (keyword === 'STOP') await addOptOut(transaction, { ...owner, channel: 'SMS', address, reason: 'STOP' });
        else await removeOptOut(transaction, { ...owner, channel: 'SMS', address }, 'STOP');
      });
    },
  };
}

/** Handles concurrent receipts of an integration in one batch. */
const take = sharedInGroups<Receipt, void>(
  ({ integrationId }) => integrationId,
  async (database, receipts) => {
    await handleReceipts(database, receipts);
    return receipts.map(() => undefined);
  },
);

const words = {
  STOP: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'STOPP', 'ABMELDEN'],
  START: ['START', 'UNSTOP', 'YES'],
};

/** Returns whether a reply opts out (`STOP`) or opts in again (`START`); null for any other reply. */
export function optOutKeyword(text: string): 'STOP' | 'START' | null {
  const said = text
    .replace(/[^\p{L}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
  if (words.STOP.includes(said)) return 'STOP';
  return words.START.includes(said) ? 'START' : null;
}
