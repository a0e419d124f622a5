import type { Database } from '../../src/kernel/database/database.ts';
import { insertRow, updateRows } from '../../src/kernel/database/rows.ts';
import { reserve } from '../../src/kernel/database/sequence.ts';
import { type Instant, now } from '../../src/kernel/values/instant.ts';
import { changingBalance } from '../../src/loyalty/balance/balance-changes.ts';
import type { BalanceRequest } from '../../src/loyalty/balance/balance-context.ts';
import {
  blankCard,
  type CardChanges,
  changeCard,
  creationTypeOf,
  type LoyaltyCard,
  loyaltyCards,
} from '../../src/loyalty/card/card.ts';
import { insertPersons, newPerson, type PersonInput } from '../../src/loyalty/person/person.ts';
import { type LoyaltyReward, loyaltyRewards } from '../../src/loyalty/reward/reward.ts';
import { type LoyaltyUser, loyaltyMembers } from '../../src/loyalty/user/loyalty-member.ts';
import { addLoyaltyMembers } from '../../src/loyalty/user/loyalty-member-changes.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import type { Owner } from './client.ts';

/* Factories of loyalty. The rules of make.ts apply. */

type CardInput = Partial<Pick<LoyaltyCard, 'type' | 'medium' | 'createdAt' | 'deletedAt'>>;

/** Makes a card without rewards; default a stamp card of ten stamps. */
export async function makeCard(
  database: Database,
  { account }: Owner,
  { type = 'STAMP', medium = 'WEB', createdAt = now(), deletedAt = null, ...changes }: CardChanges & CardInput = {},
): Promise<LoyaltyCard> {
  const card = blankCard(account, type, medium);
  changeCard(card, { name: 'Bread', ...(type === 'STAMP' && { stampsRequired: 10 }), ...changes });
  Object.assign(card, { createdAt, deletedAt });
  await database.transaction((transaction) => insertRow(transaction, loyaltyCards, card));
  return card;
}

/** Makes a reward for this number of points, or at this milestone; default for the full card. */
export async function makeReward(
  database: Database,
  card: LoyaltyCard,
  {
    points = null,
    stamps = null,
    validDays = null,
    name = 'A loaf',
  }: { points?: number | null; stamps?: number | null; validDays?: number | null; name?: string } = {},
): Promise<LoyaltyReward> {
  const reward: LoyaltyReward = {
    id: newId('reward'),
    accountId: card.accountId,
    cardId: card.id,
    name,
    description: null,
    unit: points === null ? 'STAMPS' : 'POINTS',
    points,
    stamps,
    validDays,
    createdAt: now(),
    retiredAt: null,
  };
  await database.transaction((transaction) => insertRow(transaction, loyaltyRewards, reward));
  return reward;
}

type NewUser = PersonInput & { card?: LoyaltyCard; voided?: boolean; createdAt?: Instant };

/** Makes a user of the card; default a new card. */
export async function makeUser(database: Database, owner: Owner, given: NewUser = {}): Promise<LoyaltyUser> {
  const { card = await makeCard(database, owner), voided, createdAt, ...data } = given;
  const [user] = await makeUsers(database, owner, card, [data], createdAt);
  if (!user) throw new Error('no user was made');
  if (!voided) return user;
  const voidedAt = now();
  await database.transaction((transaction) =>
    updateRows(transaction, loyaltyMembers, { number: user.number }, { voidedAt }),
  );
  return { ...user, voidedAt };
}

/** Makes many users of a card in a few statements. */
export async function makeUsers(
  database: Database,
  { account, keyId }: Owner,
  card: LoyaltyCard,
  given: readonly PersonInput[],
  createdAt?: Instant,
): Promise<LoyaltyUser[]> {
  const first = await reserve(database, 'member', given.length);
  const persons = given.map((data) => newPerson(account.id, data));
  return database.transaction(async (transaction) => {
    await insertPersons(transaction, persons);
    const event = { type: creationTypeOf(card.medium), keyId };
    return addLoyaltyMembers(transaction, card, persons, first, event, createdAt);
  });
}

/** Changes the balance or the rewards of a user as the operations do, and returns the changed user. */
export async function change(
  database: Database,
  { account, keyId }: Owner,
  { cardId: card, id: user }: Pick<LoyaltyUser, 'cardId' | 'id'>,
  wish: BalanceRequest,
): Promise<LoyaltyUser> {
  const { run } = changingBalance(() => wish);
  return database.transaction((transaction) =>
    run({
      transaction,
      viewer: { account: { ...account, rootId: account.id }, keyId },
      input: { card, user, location: null },
    }),
  );
}
