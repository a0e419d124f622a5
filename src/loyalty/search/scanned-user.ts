import type { Connection } from '../../kernel/database/database.ts';
import { withoutSymbology } from '../../kernel/values/symbology.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { loyaltyUserInAddress } from '../../vocabulary/links.ts';
import { type LoyaltyUser, readUsers } from '../user/loyalty-member.ts';

/** The maximum number of a person's cards that a scan finds. */
export const maxScanned = 20;

const person = idPattern('loyaltyUser');
const userOfCard = /^(loy_[0-9a-z]{12}):(usr_[0-9a-z]{16})$/;

/** Returns the users of the account's cards that match a scanned text, newest first. */
export async function usersScanned(connection: Connection, accountId: string, scanned: string): Promise<LoyaltyUser[]> {
  const named = namedBy(scanned);
  if (!named) return [];
  const { user, card = '', code = '' } = named;
  const ofCard = card ? 'AND m.card_id = :card' : '';
  const withCode = code ? 'AND c.code = :code' : '';
  return readUsers(
    connection,
    `m.user_id = :user AND m.account_id = :accountId AND c.deleted_at IS NULL ${ofCard} ${withCode}
     ORDER BY m.number DESC LIMIT ${maxScanned}`,
    { user, accountId, card, code },
  );
}

function namedBy(scanned: string): { user: string; card?: string; code?: string } | null {
  const plain = withoutSymbology(scanned);
  const text = plain.toLowerCase();
  if (person.test(text)) return { user: text };
  const [, card, user] = userOfCard.exec(text) ?? [];
  return card && user ? { card, user } : loyaltyUserInAddress(plain);
}
