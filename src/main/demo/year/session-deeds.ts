import { couponRow } from '../../../coupons/coupon/coupon.ts';
import { findRows, requireRow } from '../../../kernel/database/rows.ts';
import type { ProblemCode } from '../../../kernel/problem.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { openSession } from '../../../sessions/session/public-session.ts';
import { couponSessions } from '../../../sessions/session/session.ts';
import { createSession } from '../../../sessions/session/session-creation.ts';
import type { TransitionName } from '../../../sessions/transition/transition.ts';
import { changeSession, type SessionData } from '../../../sessions/transition/transition-executor.ts';
import { storeRefusals } from '../../../statistics/counting/refused-attempts.ts';
import { quarterOf } from '../../../statistics/tally/quarter.ts';
import { type Day, minutesAfter, timeInShop, visitDay } from './calendar.ts';
import type { Deed, Making, Numbered } from './deed.ts';
import type { Dice } from './dice.ts';
import type { Customer } from './people.ts';

/** What a session is about, and which days follow. */
export interface Life {
  session: Numbered;
  /** The place of its campaign among `campaigns`, or an offer of the directory. */
  coupon: (making: Making) => string;
  /** The day on which the customer gets the code, and those after it. */
  days: readonly Day[];
  /** The days for which the code is good. */
  validDays: number;
  /** How likely it is that the customer comes. */
  appeal: number;
  spent: number;
}

/** Creates a session of a customer. A session that a poster or a directory creates has no key. */
export async function issue(making: Making, { session, coupon }: Life, { firstName, lastName, email }: Customer) {
  const { transaction, input, at } = making;
  const found = await requireRow(transaction, couponRow, { accountId: input.account, id: coupon(making) }, 'shared');
  const reserved = { sequence: input.firstSession + session.number, createdAt: at };
  return createSession(transaction, found, reserved, { firstName, lastName, email }, input.office);
}

/** How busy the four shops are. */
const shares = [40, 30, 18, 12];

/** The harbour shop opened so many days before the end of the year. */
const harbourOpened = 158;

/** Returns what a customer and the tills do with a session that exists since a time. */
export function lifeOf(life: Life, since: Instant, dice: Dice): Deed[] {
  const { session, days, validDays, appeal, spent } = life;
  const opened = dice.chance(0.8) ? minutesAfter(since, dice.chance(0.6) ? dice.wait(20) : dice.wait(900)) : null;
  const deeds: Deed[] = opened
    ? [{ at: opened, run: ({ transaction, input }) => openSession(transaction, input.firstSession + session.number) }]
    : [];
  const visit = dice.chance(appeal) ? visitDay(days, validDays > 20 ? 6 : 3, dice) : undefined;
  const at = visit && timeInShop(visit, dice);
  if (!at || at <= (opened ?? since)) return [...deeds, ...mishaps(life, since, dice)];
  const till = dice.weighted(visit.ago > harbourOpened ? shares.slice(0, 3) : shares);
  const money = amountOf(spent, dice);
  const change = (name: TransitionName, at: Instant, data: SessionData = {}): Deed => ({
    ...{ at, run: (making) => changeAt(making, life, name, till, data), claims: true },
  });
  const paid = minutesAfter(at, dice.between(0.2, 4));
  if (dice.chance(0.4)) deeds.push(change('claim', at));
  if (deeds.at(-1)?.claims && dice.chance(0.14)) return deeds;
  deeds.push(change('validate', paid, { moneySpent: money }));
  if (dice.chance(0.012)) deeds.push(change('unvalidate', minutesAfter(paid, 2)));
  else if (dice.chance(0.03))
    deeds.push(refusal(life, minutesAfter(paid, dice.wait(4000)), 'SESSION_ALREADY_VALIDATED'));
  return deeds;
}

/** Returns what happens to some sessions that nobody uses. */
function mishaps(life: Life, since: Instant, dice: Dice): Deed[] {
  const office: Deed['run'] = (making) => changeAt(making, life, 'void', null, {});
  if (dice.chance(0.012)) return [{ at: minutesAfter(since, dice.wait(3000)), run: office }];
  const late = life.days[Math.min(life.days.length - 1, life.validDays + 2)];
  return late && dice.chance(0.02) ? [refusal(life, timeInShop(late, dice), 'SESSION_EXPIRED')] : [];
}

/** An attempt that is refused. It changes nothing, so it is only counted. */
function refusal(life: Life, at: Instant, code: ProblemCode): Deed {
  return {
    at,
    run: (making) => {
      const { transaction, input } = making;
      const place = { accountId: input.account, campaignId: life.coupon(making) };
      return storeRefusals(transaction, [{ ...place, code, quarter: quarterOf(at), amount: 1 }]);
    },
  };
}

/** Changes a session at a till, or in the office. */
async function changeAt(
  making: Making,
  { session }: Life,
  name: TransitionName,
  till: number | null,
  data: SessionData,
) {
  const { transaction, input } = making;
  const code = await codeOf(making, session);
  const keyId = (till === null ? null : input.tills[till]) ?? input.office;
  const call = { name, accountId: input.account, rootId: input.account, keyId, session: code };
  await changeSession(transaction, call, data);
}

/** Returns the code of a session that the year has created. */
export async function codeOf({ transaction, input }: Making, { number }: Numbered): Promise<string> {
  const [found] = await findRows(
    transaction,
    couponSessions,
    { sequence: input.firstSession + number },
    { select: ['session'] },
  );
  return found?.session ?? '';
}

/** Returns an amount of money around another, in steps of 10 cents. */
function amountOf(spent: number, dice: Dice): string {
  const amount = spent * (0.45 + dice.next() * 0.6 + dice.wait(0.28));
  return `${(Math.round(amount * 10) / 10).toFixed(2)}`;
}
