import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import type { EventType } from '../../kernel/event-log/event-catalog.ts';
import { now } from '../../kernel/values/instant.ts';
import type { LoyaltyCard } from '../card/card.ts';
import type { Person } from '../person/person.ts';
import { type LoyaltyUser, loyaltyMemberships, type Membership } from './membership.ts';
import { insertSearchKeys } from './search-key.ts';
import { recordUsers, userOf } from './user-events.ts';

/** Gives persons a card. Their memberships get contiguous numbers from `first` on, which were reserved. */
export async function addMemberships(
  transaction: Transaction,
  card: LoyaltyCard,
  persons: readonly Person[],
  first: number,
  event: { type: EventType<'WEB_LOYALTY'>; keyId: string },
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
