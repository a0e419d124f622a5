import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { removeEntries } from '../ledger/ledger.ts';
import { holdPersons, removePersons } from '../person/person.ts';
import { removeEarnedRewards } from '../reward/earned-reward.ts';
import { loyaltyMemberships, type Membership } from './membership.ts';
import { searchKeys } from './user-search-key.ts';

type Member = Pick<Membership, 'number' | 'userId'>;

const chunk = 1000;

/** Removes up to 1,000 users of a deleted card. Returns whether none are left. */
export async function removeUsers(database: Database, cardId: string): Promise<boolean> {
  const members = await findRows(
    database,
    loyaltyMemberships,
    { cardId },
    { select: ['number', 'userId'], take: chunk },
  );
  if (members.length === 0) return true;
  await database.transaction((transaction) => removeMemberships(transaction, members));
  return false;
}

/**
 * Removes memberships with everything that belongs to them, and persons without another card. Locks the persons first:
 * a simultaneous link to another card either commits before, so that the person stays, or waits and then finds no
 * person.
 */
export async function removeMemberships(transaction: Transaction, members: readonly Member[]): Promise<void> {
  const numbers = members.map(({ number }) => number);
  const persons = [...new Set(members.map(({ userId }) => userId))].sort();
  await holdPersons(transaction, persons);
  await deleteRows(transaction, searchKeys, { membership: numbers });
  await removeEntries(transaction, numbers);
  await removeEarnedRewards(transaction, numbers);
  await deleteRows(transaction, loyaltyMemberships, { number: numbers });
  const withoutCard = await transaction.rows<{ id: string }>(
    ...bind(
      `SELECT p.id AS id FROM loyalty_persons p WHERE p.id IN (:persons)
       AND NOT EXISTS (SELECT 1 FROM loyalty_memberships m WHERE m.user_id = p.id)`,
      { persons },
    ),
  );
  await removePersons(
    transaction,
    withoutCard.map(({ id }) => id),
  );
}
