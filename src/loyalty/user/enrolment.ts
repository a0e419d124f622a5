import type { Transaction } from '../../kernel/database/database.ts';
import { hasRow, insertRows } from '../../kernel/database/rows.ts';
import type { EventType } from '../../kernel/event-log/event-catalog.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import type { LoyaltyCard, LoyaltyKind } from '../card/card.ts';
import type { Person } from '../person/person.ts';
import { type LoyaltyUser, loyaltyMemberships, type Membership } from './membership.ts';
import { recordUsers, userOf } from './user-events.ts';
import { insertSearchKeys } from './user-search-key.ts';

/**
 * Adds a card for an existing person. The caller has locked the person. Rejects with `USER_ALREADY_LINKED` when the
 * person has the card.
 */
export async function linkPerson(
  transaction: Transaction,
  card: LoyaltyCard,
  person: Person,
  number: number,
  keyId: string,
): Promise<LoyaltyUser> {
  const linked = { cardId: card.id, userId: person.id };
  if (await hasRow(transaction, loyaltyMemberships, linked)) throw new Problem('USER_ALREADY_LINKED');
  const [user] = await addMemberships(transaction, card, [person], number, { type: 'loyalty_user_linked', keyId });
  if (!user) throw new Error('The membership was not stored.');
  return user;
}

/** Adds a card for each person. The memberships get contiguous numbers from `first`, which the caller has reserved. */
export async function addMemberships(
  transaction: Transaction,
  card: LoyaltyCard,
  persons: readonly Person[],
  first: number,
  event: { type: EventType<LoyaltyKind>; keyId: string },
  createdAt = now(),
): Promise<LoyaltyUser[]> {
  const memberships = persons.map(
    (person, index): Membership => ({
      number: first + index,
      accountId: card.accountId,
      cardId: card.id,
      userId: person.id,
      stamps: 0,
      points: 0,
      voidedAt: null,
      createdAt,
    }),
  );
  await insertRows(transaction, loyaltyMemberships, memberships);
  const found = memberships.flatMap((membership, index) => {
    const person = persons[index];
    return person ? [{ membership, person }] : [];
  });
  await insertSearchKeys(transaction, found);
  const users = found.map(({ membership, person }) => userOf(card, membership, person));
  await recordUsers(transaction, users, event);
  return users;
}
