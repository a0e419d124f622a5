import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Logger } from 'pino';
import type { Account } from '../../accounts/account/account.ts';
import { transactFor } from '../../accounts/account/account-root.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { batchedInGroups } from '../../kernel/database/loaders.ts';
import { countryOf, e164 } from '../../kernel/values/phone-number.ts';
import type { Integration } from '../integration/integration.ts';
import { addOptOut, removeOptOut } from '../opt-out/opt-out.ts';
import type { NumberType, Receipts } from '../platform/platform.ts';
import { handleReceipts, type Receipt } from './early-receipt.ts';

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

/** Makes replies share a transaction, so that a busy platform does not take more connections. */
const takeReply = batchedInGroups<Reply, void>(
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

async function apply(transaction: Transaction, owner: ReplyOwner, { integrationId, from, keyword, type, log }: Reply) {
  const { accountId } = owner;
  const address = await findReplier(transaction, owner, from, type);
  if (!address) return log.warn({ integration: integrationId }, 'ignored a reply not sent from a phone number');
  if (keyword === 'STOP') await addOptOut(transaction, { accountId, channel: 'SMS', address, reason: 'STOP' });
  else await removeOptOut(transaction, { accountId, channel: 'SMS', address }, 'STOP');
}

const take = batchedInGroups<Receipt, void>(
  ({ integrationId }) => integrationId,
  async (database, receipts) => {
    await handleReceipts(database, receipts);
    return receipts.map(() => undefined);
  },
);

interface ReplyOwner extends Pick<Integration, 'accountId' | 'shown'>, Pick<Account, 'timezone'> {}

/**
 * Returns the number of the sender in E.164, or null. If it is ambiguous, takes the number to which the account has
 * sent a message.
 */
async function findReplier(connection: Connection, owner: ReplyOwner, from: string, type: NumberType | undefined) {
  const numbers = readingsOf(owner, from, type);
  const [first = null, ...others] = numbers;
  if (others.length === 0) return first;
  const known = await connection.rows<{ address: string }>(
    'SELECT DISTINCT m.address_key AS address FROM messages m WHERE m.account_id = :accountId AND m.address_key IN (:numbers)',
    { accountId: owner.accountId, numbers },
  );
  return numbers.find((number) => known.some(({ address }) => address === number)) ?? first;
}

function readingsOf({ timezone, shown }: ReplyOwner, from: string, type: NumberType | undefined): string[] {
  const { from: sender } = JSON.parse(shown) as { from?: string | null };
  const countries = [countryOf(timezone), parsePhoneNumberFromString(sender ?? '')?.country];
  const asGiven = e164(from);
  const international = e164(`+${from.trim()}`);
  const national = countries.flatMap((country) => (country ? [e164(from, country)] : []));
  const readings = {
    INTERNATIONAL: [asGiven ?? international ?? national[0] ?? null],
    NATIONAL: asGiven ? [asGiven] : [...national, international],
    OTHER: [asGiven],
  };
  const unknown = asGiven || from.trim().startsWith('0') ? readings.NATIONAL : [international, ...national];
  return [...new Set(type ? readings[type] : unknown)].filter((number) => number !== null);
}

const words = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'ARRET', 'STOPP', 'ABMELDEN'],
  START: ['START', 'UNSTOP', 'YES'],
};

const courtesy = [
  ...['PLEASE', 'PLS', 'PLZ', '(MANY )?THANKS( A LOT)?', 'THANK YOU( (VERY|SO) MUCH)?', 'THX', 'REGARDS'],
  ...['BITTE', 'DANKE', '(VIELEN|BESTEN|HERZLICHEN) DANK', 'MFG'],
  ...['MERCI( BEAUCOUP)?', 'SVP', 'S IL VOUS PLAIT', 'S IL TE PLAIT'],
].join('|');
const afterwards = new RegExp(`( (${courtesy}))+$`);
const before = new RegExp(`^((${courtesy}) )+`);
const repeated = /^(\S+)( \1)+$/;

/** The maximum length of an SMS, in characters. Searching longer texts would block the process. */
const longestReply = 1600;

/** Returns `STOP` for a reply that opts out, `START` for one that opts in again, and null for any other reply. */
export function optOutKeyword(text: string): 'STOP' | 'START' | null {
  if (text.length > longestReply) return null;
  const said = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .toUpperCase();
  if (words.START.includes(said)) return 'START';
  const asked = said.replace(afterwards, '').replace(before, '');
  const word = asked.replace(repeated, '$1').replaceAll(' ', '');
  return words.STOP.includes(word) ? 'STOP' : null;
}
