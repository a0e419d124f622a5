import { couponRow } from '../../../coupons/coupon/coupon.ts';
import { findRow, findRows, requireRow, updateRows } from '../../../kernel/database/rows.ts';
import type { ProblemCode } from '../../../kernel/problem.ts';
import { emailKey } from '../../../kernel/values/email-address.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { addContent } from '../../../messaging/content/message-content.ts';
import { integrationRow } from '../../../messaging/integration/integration.ts';
import { type Message, messages } from '../../../messaging/message/message.ts';
import { insertFinished, optedOutReason, recordMessages } from '../../../messaging/message/message-queue.ts';
import { openSession } from '../../../sessions/session/public-session.ts';
import { couponSessions } from '../../../sessions/session/session.ts';
import { createSession } from '../../../sessions/session/session-creation.ts';
import type { SessionData, TransitionName } from '../../../sessions/transition/transition.ts';
import { changeSession } from '../../../sessions/transition/transition-executor.ts';
import { storeRefusals } from '../../../statistics/counting/refused-attempts.ts';
import { quarterOf } from '../../../statistics/tally/tally.ts';
import { newId } from '../../../vocabulary/ids.ts';
import { sessionPath } from '../../../vocabulary/links.ts';
import type { Customer } from '../people.ts';
import { type Day, type Dice, minutesAfter } from './calendar.ts';
import { type Deed, type Making, type Numbered, shopShares } from './deed.ts';

export interface Life {
  session: Numbered;
  coupon: (making: Making) => string;
  days: readonly Day[];
  validDays: number;
  appeal: number;
  spent: number;
}

/** Sessions from posters and directories have no key. */
export async function issue(making: Making, life: Life, { firstName, lastName, email }: Customer) {
  const { transaction, input, at } = making;
  const coupon = await requireRow(transaction, couponRow, { id: life.coupon(making) }, 'shared');
  const reserved = { sequence: input.firstSession + life.session.number, createdAt: at };
  return createSession(transaction, coupon, reserved, { firstName, lastName, email }, input.office);
}

const harbourOpened = 158;

export function lifeOf(life: Life, since: Instant, dice: Dice): Deed[] {
  const { session, days, validDays, appeal, spent } = life;
  const opened = dice.chance(0.8) ? minutesAfter(since, dice.chance(0.6) ? dice.wait(20) : dice.wait(900)) : null;
  const deeds: Deed[] = opened
    ? [{ at: opened, run: ({ transaction, input }) => openSession(transaction, input.firstSession + session.number) }]
    : [];
  const visit = dice.chance(appeal) ? dice.visitDay(days, validDays > 20 ? 6 : 3) : undefined;
  const at = visit && dice.timeInShop(visit);
  if (!at || at <= (opened ?? since)) return [...deeds, ...mishaps(life, since, dice)];
  const till = dice.weighted(visit.ago > harbourOpened ? shopShares.slice(0, 3) : shopShares);
  const moneySpent = (Math.round(10 * spent * (0.45 + dice.next() * 0.6 + dice.wait(0.28))) / 10).toFixed(2);
  const change = (name: TransitionName, at: Instant, data?: SessionData): Deed => ({
    ...{ at, run: (making) => changeAt(making, life, name, making.input.tills[till], data), claims: true },
  });
  const paid = minutesAfter(at, dice.between(0.2, 4));
  if (dice.chance(0.4)) deeds.push(change('claim', at));
  if (deeds.at(-1)?.claims && dice.chance(0.14)) return deeds;
  deeds.push(change('validate', paid, { moneySpent }));
  if (dice.chance(0.012)) deeds.push(change('unvalidate', minutesAfter(paid, 2)));
  else if (dice.chance(0.03))
    deeds.push(refusal(life, minutesAfter(paid, dice.wait(4000)), 'SESSION_ALREADY_VALIDATED'));
  return deeds;
}

function mishaps(life: Life, since: Instant, dice: Dice): Deed[] {
  if (dice.chance(0.012))
    return [{ at: minutesAfter(since, dice.wait(3000)), run: (making) => changeAt(making, life, 'void') }];
  const late = life.days[Math.min(life.days.length - 1, life.validDays + 2)];
  return late && dice.chance(0.02) ? [refusal(life, dice.timeInShop(late), 'SESSION_EXPIRED')] : [];
}

/** A refused attempt changes nothing, so it is only counted. */
function refusal(life: Life, at: Instant, code: ProblemCode): Deed {
  const run = (making: Making) => {
    const place = { accountId: making.input.account, campaignId: life.coupon(making) };
    return storeRefusals(making.transaction, [{ ...place, code, quarter: quarterOf(at), amount: 1 }]);
  };
  return { at, run };
}

async function changeAt(making: Making, life: Life, name: TransitionName, till?: string, data: SessionData = {}) {
  const { account: accountId, office } = making.input;
  const call = { name, accountId, rootId: accountId, keyId: till ?? office, session: await codeOf(making, life) };
  await changeSession(making.transaction, call, data);
}

async function codeOf({ transaction, input }: Making, { session: { number } }: Life): Promise<string> {
  const sequence = input.firstSession + number;
  const [found] = await findRows(transaction, couponSessions, { sequence }, { select: ['session'] });
  return found?.session ?? '';
}

const failures = [
  '550 5.1.1 The mailbox does not exist.',
  '552 5.2.2 The mailbox is full.',
  '554 5.7.1 The message was refused as spam.',
];

export function mailDeeds(life: Life, to: Customer, since: string, dice: Dice): { isRead: boolean; deeds: Deed[] } {
  const at = minutesAfter(since, dice.between(0.05, 0.4));
  const failure = dice.chance(0.035) ? dice.of(failures) : null;
  const isRead = failure === null && !dice.chance(0.02);
  const outcome = failure
    ? ({ status: 'FAILED', reason: failure, claims: 1, failures: 1 } as const)
    : isRead
      ? ({ status: 'SENT', reason: null, claims: 1, sentAt: at } as const)
      : ({ status: 'SUPPRESSED', reason: optedOutReason } as const);
  const deeds: Deed[] = [{ at, run: (making) => send(making, life, to, outcome) }];
  if (isRead && dice.chance(0.97))
    deeds.push({ at: minutesAfter(at, dice.between(0.02, 0.3)), run: (making) => confirm(making, life) });
  return { isRead, deeds };
}

async function send(making: Making, life: Life, to: Customer, outcome: Parameters<typeof insertFinished>[3]) {
  const { transaction, input } = making;
  const accountId = input.account;
  const integration = await findRow(transaction, integrationRow, { accountId, channel: 'EMAIL' });
  if (!integration) return;
  const { id: campaignId, code, ...coupon } = await requireRow(transaction, couponRow, { id: life.coupon(making) });
  const session = await codeOf(making, life);
  const body = coupon.emailBody ?? `Hello [FIRSTNAME],\n\n${coupon.title}.\n\n[URL]\n\nDemo Bakery`;
  const contentId = await addContent(transaction, accountId, {
    ...{ sender: null, subject: coupon.emailSubject ?? coupon.title, buttonText: null },
    ...{ body, format: body.startsWith('<') ? 'HTML' : 'TEXT' },
  });
  const recipient = {
    ...{ id: newId('message'), session, link: sessionPath(code, session), segments: null },
    ...{ address: to.email, addressKey: emailKey(to.email), firstName: to.firstName, lastName: to.lastName },
  };
  const sending = { integration, contentId, campaignId, keyId: input.office, urgent: false };
  await insertFinished(transaction, sending, [recipient], outcome);
}

/** The customer's mail server has accepted it. */
async function confirm(making: Making, life: Life): Promise<void> {
  const { transaction, at } = making;
  const which = { session: await codeOf(making, life) };
  await updateRows(transaction, messages, which, { status: 'DELIVERED', deliveredAt: at } satisfies Partial<Message>);
  const sent = await findRows(transaction, messages, which, { select: ['number'] });
  await recordMessages(
    transaction,
    'message_delivered',
    sent.map(({ number }) => number),
  );
}
