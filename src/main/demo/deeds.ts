import { LessThan } from 'typeorm';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, requireRow } from '../../kernel/database/rows.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { changeBalance } from '../../loyalty/balance/balance-changes.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { insertPersons, newPerson } from '../../loyalty/person/person.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import { rewardsOfCard } from '../../loyalty/reward/reward.ts';
import { readUsers, withRewards } from '../../loyalty/user/loyalty-member.ts';
import { addLoyaltyMembers } from '../../loyalty/user/loyalty-member-changes.ts';
import { openSession } from '../../sessions/session/public-session.ts';
import { couponSessions } from '../../sessions/session/session.ts';
import { createSession } from '../../sessions/session/session-creation.ts';
import { changeSession } from '../../sessions/transition/transition-executor.ts';
import { storeProblemCounts } from '../../statistics/counting/problem-counter.ts';
import { quarterOf } from '../../statistics/tally/tally.ts';
import { below, busynessOf, dayBefore, daysOfYear, timeInShop, times } from './calendar.ts';
import { campaignsUntil, issuedOn } from './campaigns.ts';
import { customer } from './people.ts';

export interface YearInput {
  /** The time when the demo began. */
  until: Instant;
  account: string;
  /** The key of the demo, which stands for the office. */
  office: string;
  shops: { till: string; location: string }[];
  campaigns: string[];
  cards: string[];
  /** The first of the reserved sequence numbers. */
  firstSession: number;
  firstMember: number;
}

type Making = YearInput & { transaction: Transaction };

/** Something that happens. `sequence` is reserved for its session. */
interface Deed {
  at: Instant;
  run: (sequence: number) => Promise<unknown>;
}

export const members = 400;

/**
 * Returns how many members have joined by the end of a day. Most join at the beginning. Nobody joins on the last day,
 * which may be short.
 */
const membersOn = (ago: number) => Math.floor(members * Math.min(1, 1 - (ago - 1) / (daysOfYear - 1)) ** 0.7);

/** Returns what happens on a day of the year, in order. */
export function deedsOf(making: Making, ago: number): Deed[] {
  const day = dayBefore(making.until, ago);
  const inShop = (run: Deed['run']): Deed => ({ at: timeInShop(day), run });
  const [known, joined] = [membersOn(ago + 1), membersOn(ago)];
  const deeds = campaignsUntil(making.until).flatMap((campaign, index) => {
    const coupon = making.campaigns[index] ?? '';
    const issued = issuedOn(day, campaign);
    return [
      ...times(issued, () => inShop((sequence) => issue(making, coupon, sequence))),
      ...times(issued * (campaign.appeal ?? 0.6), () => inShop(() => redeem(making, coupon, campaign.spent))),
    ];
  });
  for (let member = known; member < joined; member += 1) deeds.push(inShop(() => join(making, member)));
  deeds.push(...times(0.04 * known * busynessOf(day), () => inShop(() => visit(making, below(known)))));
  return deeds.filter(({ at }) => at < making.until).sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** A customer takes a code from a poster, and may look at it. */
async function issue({ transaction, office }: Making, id: string, sequence: number): Promise<void> {
  const coupon = await requireRow(transaction, couponRow, { id }, 'shared');
  const { phone, ...data } = customer(below(members));
  await createSession(transaction, coupon, { sequence, createdAt: now() }, data, office);
  if (Math.random() < 0.8) await openSession(transaction, sequence);
}

/** A customer redeems the newest code of the campaign that is still unclaimed. */
async function redeem(making: Making, campaignId: string, spent: number): Promise<void> {
  const { transaction, account: accountId } = making;
  const which = { couponId: campaignId, claimedAt: null, createdAt: LessThan(now()) };
  const newest = { select: ['session'], order: { sequence: 'DESC' }, take: 1 } as const;
  const [found] = await findRows(transaction, couponSessions, which, newest);
  if (!found) return;
  const call = { accountId, rootId: accountId, session: found.session, keyId: shopOf(making).till };
  const moneySpent = (spent * (0.5 + Math.random())).toFixed(2);
  if (Math.random() < 0.4) await changeSession(transaction, { ...call, name: 'claim' }, {});
  if (Math.random() < 0.95) await changeSession(transaction, { ...call, name: 'validate' }, { moneySpent });
  const refused = { accountId, campaignId, code: 'SESSION_ALREADY_VALIDATED', quarter: quarterOf(now()), amount: 1 };
  if (Math.random() < 0.03) await storeProblemCounts(transaction, [refused]);
}

/** Chooses a shop at random. The first shops have more customers. */
const shopOf = ({ shops }: Making) => shops[below(shops.length * Math.random())] as Making['shops'][number];

/** Adds a member. Every third member gets the second card. */
async function join({ transaction, account, cards, office, firstMember }: Making, member: number): Promise<void> {
  const card = await requireRow(transaction, cardRow, { id: cards[member % 3 === 2 ? 1 : 0] ?? '' }, 'shared');
  const person = newPerson(account, { ...customer(member), city: 'Berlin' });
  await insertPersons(transaction, [person]);
  const event = { type: 'loyalty_user_created', keyId: office } as const;
  await addLoyaltyMembers(transaction, card, [person], firstMember + member, event);
}

async function visit(making: Making, member: number): Promise<void> {
  const { transaction, account: accountId, cards } = making;
  const [user] = await readUsers(transaction, 'm.number = :number', { number: making.firstMember + member });
  if (!user) return;
  const { till: keyId, location } = shopOf(making);
  const call = { accountId, rootId: accountId, keyId, card: user.cardId, user: user.id, location };
  const added =
    user.cardId === cards[0] ? { unit: 'STAMPS' as const, amount: 1 } : { unit: 'POINTS' as const, amount: 9 };
  const { points } = await changeBalance(transaction, { ...call, request: { action: 'ADD', ...added } });
  // Some members never use the rewards that they have earned.
  if (Math.random() < 0.6) return;
  const earned = (await withRewards(transaction, user)).rewards.find((reward) => isUsable(reward, now()));
  const offered = (await rewardsOfCard(transaction, user.cardId)).find(
    (reward) => (reward.points ?? points + 1) <= points,
  );
  if (earned) await changeBalance(transaction, { ...call, request: { action: 'USE', rewards: [earned.id] } });
  if (offered) await changeBalance(transaction, { ...call, request: { action: 'REDEEM', reward: offered.id } });
}
