import type { Transaction } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { hasOnlyAccountsBelow, type Member } from '../person/account-membership.ts';
import { issueLink, type PersonLink, revokeLinksOf } from './person-link.ts';
import { requireRoomForLink } from './person-link-room.ts';

/**
 * Makes a link with which a person sets a new password. Earlier ones end. Throws `PERSON_HAS_OTHER_ACCOUNTS` when the
 * password opens accounts that this one does not manage. The caller has locked the people of the account.
 */
export async function issueReset(
  transaction: Transaction,
  { accountId, id }: Pick<Member, 'accountId' | 'id'>,
  madeBy: string | null,
): Promise<{ token: string; link: PersonLink }> {
  if (!(await hasOnlyAccountsBelow(transaction, accountId, id))) throw new Problem('PERSON_HAS_OTHER_ACCOUNTS');
  await requireRoomForLink(transaction, accountId);
  await revokeLinksOf(transaction, id);
  return issueLink(transaction, { kind: 'RESET', accountId, personId: id, madeBy });
}
