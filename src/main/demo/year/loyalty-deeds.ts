import { requireRow } from '../../../kernel/database/rows.ts';
import { now } from '../../../kernel/values/instant.ts';
import { changeBalance } from '../../../loyalty/balance/balance-changes.ts';
import type { BalanceRequest } from '../../../loyalty/balance/balance-facts.ts';
import { cardRow } from '../../../loyalty/card/card.ts';
import { insertPersons, newPerson } from '../../../loyalty/person/person.ts';
import { isUsable } from '../../../loyalty/reward/earned-reward.ts';
import { rewardsOfCard } from '../../../loyalty/reward/reward.ts';
import { readUsers, withRewards } from '../../../loyalty/user/membership.ts';
import { addMemberships } from '../../../loyalty/user/membership-changes.ts';
import { type Day, timeInShop } from './calendar.ts';
import type { Deed, Making, Numbered } from './deed.ts';
import type { Dice } from './dice.ts';
import { customer } from './people.ts';

/** How many people take each of the two cards in the year. */
const members = [230, 170];

/** Returns how people take the stamp card and the club card, and collect and use what they earn. */
export function loyaltyDeeds(days: readonly Day[], dice: Dice): Deed[] {
  return members.flatMap((amount, card) =>
    Array.from({ length: amount }, (_, index) => {
      // More join in the beginning, when the card is new.
      const first = Math.floor((index / amount) ** 1.4 * (days.length - 2)) + 1;
      const person = (card * 140 + index) * 2 + 1;
      return memberDeeds(card, person, days.slice(first), dice);
    }).flat(),
  );
}

function memberDeeds(card: number, person: number, days: readonly Day[], dice: Dice): Deed[] {
  const membership: Numbered = { number: 0 };
  const [first] = days;
  if (!first) return [];
  const pause = 6 + dice.wait(16);
  const greed = dice.of([0, 0.2, 0.5, 0.9]);
  const till = dice.weighted([40, 30, 18, 12]);
  const deeds: Deed[] = [
    { at: timeInShop(first, dice), membership, run: (making) => join(making, card, membership, person) },
  ];
  for (let index = 1 + Math.floor(dice.wait(pause)); index < days.length; index += 1 + Math.floor(dice.wait(pause))) {
    const amount = card === 0 ? dice.weighted([0, 6, 3, 1]) : Math.floor(3 + dice.wait(11));
    const treats = dice.chance(greed);
    deeds.push({
      at: timeInShop(days[index] as Day, dice),
      run: (making) => visit(making, { card, membership, amount, till, treats }),
    });
    // Some come no more.
    if (dice.chance(0.03)) break;
  }
  return deeds;
}

async function join({ transaction, input }: Making, index: number, { number }: Numbered, of: number): Promise<void> {
  const card = await requireRow(
    transaction,
    cardRow,
    { accountId: input.account, id: input.cards[index] ?? '' },
    'shared',
  );
  const { firstName, lastName, email, phone } = customer(of);
  const person = newPerson(input.account, {
    ...{ firstName, lastName, email, city: 'Berlin', zip: String(10_115 + (of % 90)) },
    phone: of % 3 === 0 ? phone : null,
  });
  await insertPersons(transaction, [person]);
  const event = { type: 'loyalty_user_created', keyId: input.office } as const;
  await addMemberships(transaction, card, [person], input.firstMembership + number, event);
}

interface Visit {
  card: number;
  membership: Numbered;
  amount: number;
  till: number;
  /** Whether the customer uses what was earned. */
  treats: boolean;
}

async function visit({ transaction, input }: Making, { card, membership, amount, till, treats }: Visit): Promise<void> {
  const number = input.firstMembership + membership.number;
  const [user] = await readUsers(transaction, 'm.number = :number', { number });
  if (!user) return;
  const call = { accountId: input.account, rootId: input.account, keyId: input.tills[till] ?? input.office };
  const where = { card: input.cards[card] ?? '', user: user.id, merchant: input.merchants[till] };
  const change = (request: BalanceRequest) => changeBalance(transaction, { ...call, ...where, request });
  const unit = card === 0 ? 'STAMPS' : 'POINTS';
  const after = await change({ action: 'ADD', unit, amount });
  if (!treats) return;
  const { rewards } = await withRewards(transaction, after);
  const usable = rewards.find((reward) => isUsable(reward, now()));
  if (usable) await change({ action: 'USE', rewards: [usable.id] });
  if (card === 0 || after.points < 40 + (number % 5) * 60) return;
  const affordable = (await rewardsOfCard(transaction, where.card)).filter(
    ({ points }) => (points ?? 0) <= after.points,
  );
  const chosen = affordable.at(-1);
  if (chosen) await change({ action: 'REDEEM', reward: chosen.id });
}
