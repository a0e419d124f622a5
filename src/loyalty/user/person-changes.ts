import type { Transaction } from '../../kernel/database/database.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { changesIn } from '../../vocabulary/fields.ts';
import { personFields } from '../person/person.fields.ts';
import { type GivenPersonData, loyaltyPersons, personRow } from '../person/person.ts';
import { allWithRewards, readUsers } from './membership.ts';
import { recordUsers } from './user-events.ts';
import { insertSearchKeys } from './user-search-key.ts';

/** Changes a person and the person's search keys on every card, and records one event for each card. */
export async function changePerson(
  transaction: Transaction,
  accountId: string,
  id: string,
  changes: GivenPersonData,
  keyId: string,
): Promise<void> {
  const person = await lockRow(transaction, personRow, { accountId, id });
  Object.assign(person, changesIn(personFields, changes));
  await updateRows(transaction, loyaltyPersons, { id }, person);
  const users = await readUsers(transaction, 'm.user_id = :id AND c.deleted_at IS NULL', { id });
  await transaction.change(
    `DELETE FROM loyalty_search_keys
     WHERE membership IN (SELECT m.number FROM loyalty_memberships m WHERE m.user_id = ?)`,
    [id],
  );
  await insertSearchKeys(
    transaction,
    users.map((user) => ({ membership: user, person })),
  );
  const changed = await allWithRewards(transaction, users);
  await recordUsers(transaction, changed, { type: 'loyalty_user_updated', keyId });
}
