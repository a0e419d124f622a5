import type { Account } from '../../accounts/account/account.ts';
import { absent } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import { newId } from '../../kernel/values/ids.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import { type BalanceChange, changeHolding, type Holding } from '../../loyalty/balance/balance-rules.ts';
import { blankCard, type CardChanges, changeCard, type LoyaltyCard, loyaltyCards } from '../../loyalty/card/card.ts';
import { ledgerEntries } from '../../loyalty/ledger/ledger.ts';
import { insertPersons, newPerson, type Person } from '../../loyalty/person/person.ts';
import { earnedRewards, isUsable } from '../../loyalty/reward/earned-reward.ts';
import { type LoyaltyReward, loyaltyRewards } from '../../loyalty/reward/reward.ts';
import { loyaltyMemberships } from '../../loyalty/user/membership.ts';
import { insertSearchKeys } from '../../loyalty/user/user-search-key.ts';
import { firstNames, lastNames } from './sample-people.ts';

const days = 730;
const persons = 500;

/**
 * Creates a stamp card and a points club with 500 members and two years of ledger entries, computed by the rules of
 * the service. Returns the ids of a card and a member.
 */
export async function fillLoyalty(transaction: Transaction, account: Account): Promise<string[]> {
  const coffee = await addCard(
    transaction,
    account,
    'STAMP',
    { name: 'Coffee card', title: 'The eleventh coffee is on us', stampsRequired: 10, backgroundColor: '#4b2e1e' },
    [{ name: 'A free coffee', unit: 'STAMPS', validDays: 90 }],
  );
  const club = await addCard(
    transaction,
    account,
    'MEMBERSHIP',
    { name: 'Bakery club', title: 'A point for each euro', backgroundColor: '#f2e3c6' },
    [
      { name: 'A croissant', unit: 'POINTS', points: 40 },
      { name: 'A birthday cake', unit: 'POINTS', points: 400, validDays: 365 },
    ],
  );
  const people = Array.from({ length: persons }, (_, index) => demoPerson(account, index));
  await insertPersons(transaction, people);
  // 50 people are members of both.
  await fillCard(transaction, coffee, people.slice(0, 300));
  await fillCard(transaction, club, people.slice(250));
  return [coffee.card.id, ...people.slice(0, 1).map(({ id }) => id)];
}

interface DemoCard {
  card: LoyaltyCard;
  rewards: LoyaltyReward[];
}

async function addCard(
  transaction: Transaction,
  account: Account,
  type: LoyaltyCard['type'],
  changes: CardChanges,
  rewards: (Pick<LoyaltyReward, 'name' | 'unit'> & Partial<LoyaltyReward>)[],
): Promise<DemoCard> {
  const card = Object.assign(blankCard(account, type, 'WEB'), { createdAt: daysAgo(days) });
  changeCard(card, changes);
  await transaction.manager.insert(loyaltyCards, card);
  const common = { accountId: account.id, cardId: card.id, createdAt: card.createdAt };
  const added = rewards.map((reward) => ({ ...absent(loyaltyRewards), id: newId('reward'), ...common, ...reward }));
  await insertRows(transaction, loyaltyRewards, added);
  return { card, rewards: added };
}

function demoPerson({ id }: Account, index: number): Person {
  const firstName = firstNames[index % firstNames.length] ?? '';
  const lastName = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? '';
  const person = newPerson(id, {
    firstName,
    lastName,
    email: `${firstName}.${index}@members.example`.toLowerCase(),
    phone: index % 3 === 0 ? `+49 30 ${String(9_000_000 + index * 13)}` : null,
    city: 'Berlin',
    zip: String(10_115 + (index % 90)),
    custom1: index % 10 === 0 ? 'gold' : null,
  });
  return Object.assign(person, { createdAt: daysAgo(joined(index)) });
}

/** Returns the number of days since a person joined. The persons join one after another over the two years. */
function joined(index: number): number {
  return days * (1 - index / (persons + 20));
}

async function fillCard(
  transaction: Transaction,
  { card, rewards }: DemoCard,
  people: readonly Person[],
): Promise<void> {
  const first = await reserveWithin(transaction, 'membership', people.length);
  const members = people.map((person, index) => {
    const { createdAt } = person;
    const number = first + index;
    const { holding, entries } = demoHistory(card, rewards, number, createdAt);
    const { stamps, points } = holding;
    const voidedAt = index % 40 === 39 ? daysAgo(1) : null;
    const membership = {
      ...{ number, accountId: card.accountId, cardId: card.id, userId: person.id },
      ...{ stamps, points, voidedAt, createdAt },
    };
    return { person, membership, entries, rewards: holding.rewards.map(({ name: _, ...reward }) => reward) };
  });
  await insertRows(
    transaction,
    loyaltyMemberships,
    members.map(({ membership }) => membership),
  );
  await insertSearchKeys(transaction, members);
  await insertRows(
    transaction,
    earnedRewards,
    members.flatMap((member) => member.rewards),
  );
  await insertRows(
    transaction,
    ledgerEntries,
    members.flatMap(({ entries }) => entries),
  );
}

/** Returns the history of a member: regular visits, each with stamps or points and sometimes a reward. */
function demoHistory(card: LoyaltyCard, rewards: readonly LoyaltyReward[], membership: number, since: string) {
  const terms = {
    stampsRequired: card.stampsRequired,
    stampReward: rewards.find(({ unit }) => unit === 'STAMPS') ?? null,
  };
  let holding: Holding = { stamps: 0, points: 0, rewards: [] };
  const entries: object[] = [];
  const pause = 11 + (membership % 50);
  const start = (Date.now() - Date.parse(`${since.replace(' ', 'T')}Z`)) / 86_400_000;
  for (let visit = 0, ago = start; ago > 0; visit += 1, ago -= pause) {
    const at = daysAgo(ago);
    for (const change of demoVisit(card, rewards, holding, membership + visit, at)) {
      const changed = changeHolding(holding, change, { membership, terms, at });
      holding = changed.holding;
      const common = { membership, merchantId: null, keyId: null, createdAt: at };
      entries.push(...changed.entries.map((entry) => ({ ...entry, ...common })));
    }
  }
  return { holding, entries };
}

function demoVisit(
  { type }: LoyaltyCard,
  rewards: readonly LoyaltyReward[],
  holding: Holding,
  number: number,
  at: string,
): BalanceChange[] {
  const usable = holding.rewards.find((reward) => isUsable(reward, at));
  const affordable = rewards.filter(({ points }) => points !== null && points <= holding.points).at(-1);
  return [
    type === 'STAMP'
      ? { action: 'ADD', unit: 'STAMPS', amount: 1 + (number % 3) }
      : { action: 'ADD', unit: 'POINTS', amount: 5 + (number % 37) },
    ...(usable ? [{ action: 'USE', rewards: [usable.id] } as const] : []),
    ...(affordable && number % 4 === 0 ? [{ action: 'REDEEM', reward: affordable } as const] : []),
  ];
}
