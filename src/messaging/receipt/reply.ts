import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Account } from '../../accounts/account/account.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { countryOf, e164 } from '../../kernel/values/phone-number.ts';
import type { Integration } from '../integration/integration.ts';
import type { NumberType } from '../platform/platform.ts';

export interface ReplyOwner extends Pick<Integration, 'accountId' | 'shown'>, Pick<Account, 'timezone'> {}

/**
 * Returns the number that a reply came from in E.164, or null if it is not a phone number. If it can be read in several ways, the one
 * to which the account has sent a message counts.
 */
export async function findReplier(
  connection: Connection,
  owner: ReplyOwner,
  from: string,
  type: NumberType | undefined,
): Promise<string | null> {
  const numbers = readingsOf(owner, from, type);
  const [first = null, ...others] = numbers;
  if (others.length === 0) return first;
  const known = await connection.rows<{ address: string }>(
    ...bind(
      'SELECT DISTINCT m.address_key AS address FROM messages m WHERE m.account_id = :accountId AND m.address_key IN (:numbers)',
      { accountId: owner.accountId, numbers },
    ),
  );
  return numbers.find((number) => known.some(({ address }) => address === number)) ?? first;
}

/** Returns the ways to read a number, the most probable one first. */
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

/** Returns whether a reply opts out (`STOP`) or opts in again (`START`); null for any other reply. */
export function optOutKeyword(text: string): 'STOP' | 'START' | null {
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
