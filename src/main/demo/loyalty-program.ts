import type { Account } from '../../accounts/account/account.ts';
import { absent } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import {
  blankCard,
  type CardChanges,
  changeCard,
  type LoyaltyCard,
  loyaltyCards,
  recordCard,
} from '../../loyalty/card/card.ts';
import { insertPersons, newPerson } from '../../loyalty/person/person.ts';
import { type LoyaltyReward, loyaltyRewards, rewardsFor } from '../../loyalty/reward/reward.ts';
import { addMemberships } from '../../loyalty/user/membership-changes.ts';

/** Creates a stamp card and a points club with their rewards, and the first member. Returns their ids. */
export async function openLoyalty(
  transaction: Transaction,
  account: Account,
  office: string,
): Promise<{ cards: string[]; member: string }> {
  const coffee = await addCard(
    transaction,
    account,
    office,
    'STAMP',
    { name: 'Coffee card', title: 'The eleventh coffee is on us', stampsRequired: 10, backgroundColor: '#4b2e1e' },
    [{ name: 'A free coffee', unit: 'STAMPS', validDays: 90 }],
  );
  const club = await addCard(
    transaction,
    account,
    office,
    'MEMBERSHIP',
    { name: 'Bakery club', title: 'A point for each euro', backgroundColor: '#f2e3c6' },
    [
      { name: 'A croissant', unit: 'POINTS', points: 40 },
      { name: 'A birthday cake', unit: 'POINTS', points: 400, validDays: 365 },
    ],
  );
  const first = newPerson(account.id, { firstName: 'Ada', lastName: 'Albrecht', email: 'ada.albrecht@example.com' });
  await insertPersons(transaction, [first]);
  const number = await reserveWithin(transaction, 'membership', 1);
  const event = { type: 'loyalty_user_created', keyId: office } as const;
  await addMemberships(transaction, coffee, [first], number, event);
  return { cards: [coffee.id, club.id], member: first.id };
}

async function addCard(
  transaction: Transaction,
  account: Account,
  office: string,
  type: LoyaltyCard['type'],
  changes: CardChanges,
  rewards: (Pick<LoyaltyReward, 'name' | 'unit'> & Partial<LoyaltyReward>)[],
): Promise<LoyaltyCard> {
  const card = blankCard(account, type, 'WEB');
  changeCard(card, changes);
  await insertRow(transaction, loyaltyCards, card);
  await recordCard(transaction, card, 'loyalty_card_created', office);
  const settings = rewards.map((reward) => ({ ...absent(loyaltyRewards), accountId: account.id, ...reward }));
  for (const added of rewardsFor(card, settings)) {
    await insertRow(transaction, loyaltyRewards, added);
    await recordCard(transaction, card, 'loyalty_reward_created', office, added);
  }
  return card;
}
