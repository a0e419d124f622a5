import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, hasRow, insertRows, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { type EventType, recordEach } from '../../kernel/event-log/event.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { changesIn } from '../../vocabulary/fields.ts';
import { eventKindOf, type LoyaltyCard, type LoyaltyKind } from '../card/card.ts';
import { removeEntries } from '../ledger/ledger.ts';
import { removeLots } from '../ledger/point-lot.ts';
import { personFields } from '../person/person.fields.ts';
import {
  holdPersons,
  loyaltyPersons,
  type Person,
  type PersonInput,
  personRow,
  removePersons,
} from '../person/person.ts';
import { removePurchases } from '../purchase/purchase.ts';
import { removeEarnedRewards } from '../reward/earned-reward.ts';
import { allWithRewards, type LoyaltyMember, type LoyaltyUser, loyaltyMembers, readUsers } from './loyalty-member.ts';
import { insertSearchKeys, searchKeys } from './user-search-key.ts';

export async function recordUsers(
  transaction: Transaction,
  users: readonly LoyaltyUser[],
  { type, keyId }: { type: EventType<LoyaltyKind>; keyId: string | null },
): Promise<void> {
  await recordEach(
    transaction,
    users.map((user) => ({
      kind: eventKindOf(user.cardMedium),
      type,
      accountId: user.accountId,
      keyId,
      campaignId: user.cardId,
      data: user,
    })),
  );
}

function userOf({ code, medium }: LoyaltyCard, member: LoyaltyMember, person: Person): LoyaltyUser {
  const { passwordHash: _, ...data } = person;
  const { userId: id, ...own } = member;
  return { ...data, ...own, id, cardCode: code, cardMedium: medium, rewards: [] };
}

/**
 * Gives a person the card. Throws `USER_ALREADY_LINKED` if the person already has it. The caller must have locked the
 * person.
 */
export async function linkPerson(
  transaction: Transaction,
  card: LoyaltyCard,
  person: Person,
  number: number,
  keyId: string,
): Promise<LoyaltyUser> {
  const linked = { cardId: card.id, userId: person.id };
  if (await hasRow(transaction, loyaltyMembers, linked)) throw new Problem('USER_ALREADY_LINKED');
  const [user] = await addLoyaltyMembers(transaction, card, [person], number, { type: 'loyalty_user_linked', keyId });
  if (!user) throw new Error('The member was not stored.');
  return user;
}

/** Adds members. Their numbers run from `first`, and the caller has reserved them. */
export async function addLoyaltyMembers(
  transaction: Transaction,
  card: LoyaltyCard,
  persons: readonly Person[],
  first: number,
  event: { type: EventType<LoyaltyKind>; keyId: string },
  createdAt = now(),
): Promise<LoyaltyUser[]> {
  const members = persons.map(
    (person, index): LoyaltyMember => ({
      number: first + index,
      accountId: card.accountId,
      cardId: card.id,
      userId: person.id,
      stamps: 0,
      points: 0,
      filledCards: 0,
      voidedAt: null,
      createdAt,
    }),
  );
  await insertRows(transaction, loyaltyMembers, members);
  const found = members.flatMap((member, index) => {
    const person = persons[index];
    return person ? [{ member, person }] : [];
  });
  await insertSearchKeys(transaction, found);
  const users = found.map(({ member, person }) => userOf(card, member, person));
  await recordUsers(transaction, users, event);
  return users;
}

/** Changes a person and the person's search keys on every card, and records one event for each card. */
export async function changePerson(
  transaction: Transaction,
  accountId: string,
  id: string,
  changes: PersonInput,
  keyId: string,
): Promise<void> {
  const person = await lockRow(transaction, personRow, { accountId, id });
  Object.assign(person, changesIn(personFields, changes));
  await updateRows(transaction, loyaltyPersons, { id }, person);
  const users = await readUsers(transaction, 'm.user_id = :id AND c.deleted_at IS NULL', { id });
  // Reads the members first: for `IN (SELECT …)` in a DELETE, MariaDB scans and locks the whole table.
  const members = await findRows(transaction, loyaltyMembers, { userId: id }, { select: ['number'] });
  await deleteRows(transaction, searchKeys, { member: members.map(({ number }) => number) });
  await insertSearchKeys(
    transaction,
    users.map((user) => ({ member: user, person })),
  );
  const changed = await allWithRewards(transaction, users);
  await recordUsers(transaction, changed, { type: 'loyalty_user_updated', keyId });
}

type Member = Pick<LoyaltyMember, 'number' | 'userId'>;

const chunk = 1000;

/** Removes up to 1,000 users of a deleted card. Returns true if there were none left to remove. */
export async function removeUsers(database: Database, cardId: string): Promise<boolean> {
  const members = await findRows(database, loyaltyMembers, { cardId }, { select: ['number', 'userId'], take: chunk });
  if (members.length === 0) return true;
  await database.transaction((transaction) => removeLoyaltyMembers(transaction, members));
  return false;
}

/**
 * Removes members, and people who have no other card. Locks the people first: a simultaneous link either commits first,
 * and the person stays, or waits and finds no person.
 */
export async function removeLoyaltyMembers(transaction: Transaction, members: readonly Member[]): Promise<void> {
  const numbers = members.map(({ number }) => number);
  const persons = [...new Set(members.map(({ userId }) => userId))].sort();
  await holdPersons(transaction, persons);
  await deleteRows(transaction, searchKeys, { member: numbers });
  await removeLots(transaction, numbers);
  await removePurchases(transaction, numbers);
  await removeEntries(transaction, numbers);
  await removeEarnedRewards(transaction, numbers);
  await deleteRows(transaction, loyaltyMembers, { number: numbers });
  const withoutCard = await transaction.rows<{ id: string }>(
    `SELECT p.id AS id FROM loyalty_persons p WHERE p.id IN (:persons)
       AND NOT EXISTS (SELECT 1 FROM loyalty_members m WHERE m.user_id = p.id)`,
    { persons },
  );
  await removePersons(
    transaction,
    withoutCard.map(({ id }) => id),
  );
}
