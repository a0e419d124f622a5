import { storeContacts } from '../../../contacts/contact/contact-store.ts';
import { findGroup } from '../../../contacts/group/contact-group.ts';
import { createSessionFor } from '../../../directories/campaign/campaign-opening.ts';
import { directoryRow } from '../../../directories/directory/directory.ts';
import { grantAccess } from '../../../directories/user/paid-access.ts';
import { addUser, type DirectoryUser, directoryUserRow, recordUser, saveUser } from '../../../directories/user/user.ts';
import { lockRow, requireRow } from '../../../kernel/database/rows.ts';
import { dummyHash } from '../../../kernel/threads/passwords.ts';
import { emailKey } from '../../../kernel/values/email-address.ts';
import { now } from '../../../kernel/values/instant.ts';
import { changeBalance } from '../../../loyalty/balance/balance-changes.ts';
import type { BalanceRequest } from '../../../loyalty/balance/balance-facts.ts';
import { cardRow } from '../../../loyalty/card/card.ts';
import { insertPersons, newPerson } from '../../../loyalty/person/person.ts';
import { isUsable } from '../../../loyalty/reward/earned-reward.ts';
import { rewardsOfCard } from '../../../loyalty/reward/reward.ts';
import { readUsers, withRewards } from '../../../loyalty/user/membership.ts';
import { addMemberships } from '../../../loyalty/user/membership-changes.ts';
import { addOptOut, type OptOut } from '../../../messaging/opt-out/opt-out.ts';
import { type Customer, contactOf, customer } from '../people.ts';
import { type Day, type Dice, minutesAfter } from './calendar.ts';
import { type Deed, type Making, type Numbered, shopShares } from './deed.ts';
import { type Life, lifeOf } from './session-deeds.ts';

const cardMembers = [230, 170];

export function loyaltyDeeds(days: readonly Day[], dice: Dice): Deed[] {
  return cardMembers.flatMap((amount, card) =>
    Array.from({ length: amount }, (_, index) => {
      // A new card attracts more members.
      const first = Math.floor((index / amount) ** 1.4 * (days.length - 2)) + 1;
      return cardDeeds(card, (card * 140 + index) * 2 + 1, days.slice(first), dice);
    }).flat(),
  );
}

function cardDeeds(card: number, person: number, days: readonly Day[], dice: Dice): Deed[] {
  const membership: Numbered = { number: 0 };
  const pause = 6 + dice.wait(16);
  const greed = dice.of([0, 0.2, 0.5, 0.9]);
  const till = dice.weighted(shopShares);
  const joined = dice.timeInShop(days[0] as Day);
  const deeds: Deed[] = [{ at: joined, membership, run: (making) => join(making, card, membership, person) }];
  for (let index = 1 + Math.floor(dice.wait(pause)); index < days.length; index += 1 + Math.floor(dice.wait(pause))) {
    const amount = card === 0 ? dice.weighted([0, 6, 3, 1]) : Math.floor(3 + dice.wait(11));
    const visited = { card, membership, amount, till, treats: dice.chance(greed) };
    deeds.push({ at: dice.timeInShop(days[index] as Day), run: (making) => visit(making, visited) });
    // Some customers stay away.
    if (dice.chance(0.03)) break;
  }
  return deeds;
}

async function join({ transaction, input }: Making, index: number, { number }: Numbered, of: number): Promise<void> {
  const which = { accountId: input.account, id: input.cards[index] ?? '' };
  const card = await requireRow(transaction, cardRow, which, 'shared');
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
  treats: boolean;
}

async function visit({ transaction, input }: Making, { card, membership, amount, till, treats }: Visit): Promise<void> {
  const number = input.firstMembership + membership.number;
  const [user] = await readUsers(transaction, 'm.number = :number', { number });
  if (!user) return;
  const call = { accountId: input.account, rootId: input.account, keyId: input.tills[till] ?? input.office };
  const where = { card: input.cards[card] ?? '', user: user.id, merchant: input.merchants[till] };
  const change = (request: BalanceRequest) => changeBalance(transaction, { ...call, ...where, request });
  const after = await change({ action: 'ADD', unit: card === 0 ? 'STAMPS' : 'POINTS', amount });
  if (!treats) return;
  const { rewards } = await withRewards(transaction, after);
  const usable = rewards.find((reward) => isUsable(reward, now()));
  if (usable) await change({ action: 'USE', rewards: [usable.id] });
  if (card === 0 || after.points < 40 + (number % 5) * 60) return;
  const all = await rewardsOfCard(transaction, where.card);
  const chosen = all.filter(({ points }) => (points ?? 0) <= after.points).at(-1);
  if (chosen) await change({ action: 'REDEEM', reward: chosen.id });
}

const guideMembers = 220;
const offers = 12;
/** Only members with paid access can open these. */
const paidOffers = new Set([2, 5]);
/** Longer than the year, so access never ends in it. */
const accessMinutes = 365 * 1440;

export function directoryDeeds(days: readonly Day[], dice: Dice): Deed[] {
  return Array.from({ length: guideMembers }, (_, index) => {
    const first = 2 + Math.floor((index / guideMembers) ** 0.8 * (days.length - 3));
    const person = customer(index * 3 + 400);
    const isPaying = index % 9 === 4;
    const at = dice.timeAtHome(days[first] as Day);
    const deeds: Deed[] = [{ at, run: (making) => register(making, person) }];
    if (isPaying) deeds.push({ at: minutesAfter(at, 4), run: (making) => pay(making, person) });
    if (index % 60 === 17) deeds.push({ at: minutesAfter(at, 9000), run: (making) => block(making, person) });
    return [...deeds, ...openings(person, isPaying, days.slice(first), dice)];
  }).flat();
}

function openings(person: Customer, isPaying: boolean, days: readonly Day[], dice: Dice): Deed[] {
  const wanted = new Set(Array.from({ length: 1 + dice.amount(1.6) }, () => Math.floor(dice.next() * offers)));
  return [...wanted].flatMap((offer) => {
    const day = 1 + Math.floor(dice.wait(25));
    if (day >= days.length || (paidOffers.has(offer) && !isPaying)) return [];
    const at = dice.timeAtHome(days[day] as Day);
    const life: Life = {
      session: { number: 0 },
      coupon: ({ input }) => input.offers[offer] ?? '',
      ...{ days: days.slice(day), validDays: 14, appeal: 0.3, spent: 18 },
    };
    const opened: Deed = { at, sessions: [life.session], run: (making) => open(making, person, life) };
    return [opened, ...lifeOf(life, at, dice)];
  });
}

async function register({ transaction, input }: Making, { firstName, lastName, email }: Customer): Promise<void> {
  const directory = await requireRow(transaction, directoryRow, { accountId: input.account, id: input.directory });
  await addUser(transaction, directory, dummyHash, { firstName, lastName, email, city: 'Old Town' }, null);
}

async function pay(making: Making, person: Customer): Promise<void> {
  const { transaction, input, at } = making;
  await grantAccess(transaction, await memberOf(making, person), minutesAfter(at, accessMinutes), input.office);
}

async function block(making: Making, person: Customer): Promise<void> {
  const { transaction, input, at } = making;
  const changes = { blockedAt: at, blockReason: 'The membership has ended.' };
  await saveUser(transaction, await memberOf(making, person), changes, 'directory_user_blocked', input.office);
}

async function open(making: Making, person: Customer, life: Life): Promise<void> {
  const { transaction, input, at } = making;
  const campaign = life.coupon(making);
  const user = await memberOf(making, person);
  const reserved = { sequence: input.firstSession + life.session.number, createdAt: at };
  const session = await createSessionFor(transaction, user, campaign, reserved);
  await recordUser(transaction, user, 'directory_campaign_opened', null, { campaign, session });
}

function memberOf({ transaction, input }: Making, { email }: Customer): Promise<DirectoryUser> {
  const which = { directoryId: input.directory, emailKey: emailKey(email) };
  return lockRow(transaction, directoryUserRow, which);
}

const contactsOfMonth = 16;

const reasons: OptOut['reason'][] = ['UNSUBSCRIBED', 'UNSUBSCRIBED', 'REQUESTED', 'BOUNCED'];

export function contactDeeds(days: readonly Day[], dice: Dice): Deed[] {
  const months = days.filter(({ ago }) => ago % 30 === 9);
  return months.flatMap((day, month) => {
    const numbers = Array.from({ length: contactsOfMonth }, (_, index) => month * contactsOfMonth + index);
    const contacts = numbers.map((number) => contactOf(customer(number * 2 + 100), 'EMAIL'));
    const deeds: Deed[] = [
      {
        at: dice.timeOf(day, 185),
        run: async ({ transaction, input }) => {
          const group = await findGroup(transaction, { accountId: input.account, id: input.group }, 'exclusive');
          if (group) await storeContacts(transaction, group, contacts);
        },
      },
    ];
    const later = days.slice(days.indexOf(day) + 1);
    for (const { addressKey: address } of contacts) {
      const when = dice.chance(0.08) ? later[Math.floor(dice.wait(40))] : undefined;
      const reason = dice.of(reasons);
      const run = ({ transaction, input: { account: accountId } }: Making) =>
        addOptOut(transaction, { accountId, channel: 'EMAIL', address, reason });
      if (when) deeds.push({ at: dice.timeOf(when, dice.between(-200, 500)), run });
    }
    return deeds;
  });
}
