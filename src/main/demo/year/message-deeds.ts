import { couponRow } from '../../../coupons/coupon/coupon.ts';
import { absent } from '../../../kernel/database/columns.ts';
import { findRow, findRows, insertRows, requireRow, updateRows } from '../../../kernel/database/rows.ts';
import { emailKey } from '../../../kernel/values/email-address.ts';
import { addContent } from '../../../messaging/content/message-content.ts';
import { integrationRow } from '../../../messaging/integration/integration.ts';
import { type Message, messages } from '../../../messaging/message/message.ts';
import { optedOutReason, recordMessages } from '../../../messaging/message/message-queue.ts';
import { newId } from '../../../vocabulary/ids.ts';
import { sessionPath } from '../../../vocabulary/links.ts';
import { minutesAfter } from './calendar.ts';
import type { Deed, Making } from './deed.ts';
import type { Dice } from './dice.ts';
import type { Customer } from './people.ts';
import { codeOf, type Life } from './session-deeds.ts';

type Outcome = Pick<Message, 'status' | 'reason'>;

const failures = [
  '550 5.1.1 The mailbox does not exist.',
  '552 5.2.2 The mailbox is full.',
  '554 5.7.1 The message was refused as spam.',
];

/** Returns the deeds of an email with a code: it is sent and usually delivered, or it fails. */
export function mailDeeds(life: Life, to: Customer, since: string, dice: Dice): { isRead: boolean; deeds: Deed[] } {
  const at = minutesAfter(since, dice.between(0.05, 0.4));
  const outcome: Outcome = dice.chance(0.035)
    ? { status: 'FAILED', reason: dice.of(failures) }
    : { status: dice.chance(0.02) ? 'SUPPRESSED' : 'SENT', reason: null };
  if (outcome.status === 'SUPPRESSED') outcome.reason = optedOutReason;
  const deeds: Deed[] = [{ at, run: (making) => send(making, life, to, outcome) }];
  const isRead = outcome.status === 'SENT';
  if (isRead && dice.chance(0.97))
    deeds.push({ at: minutesAfter(at, dice.between(0.02, 0.3)), run: (making) => confirm(making, life) });
  return { isRead, deeds };
}

async function send(making: Making, life: Life, to: Customer, outcome: Outcome): Promise<void> {
  const { transaction, input, at } = making;
  const accountId = input.account;
  const integration = await findRow(transaction, integrationRow, { accountId, channel: 'EMAIL' });
  if (!integration) return;
  const coupon = await requireRow(transaction, couponRow, { accountId, id: life.coupon(making) });
  const session = await codeOf(making, life.session);
  const content = {
    ...{ sender: null, subject: coupon.emailSubject ?? coupon.title, buttonText: null },
    ...(coupon.emailBody?.startsWith('<')
      ? { body: coupon.emailBody, format: 'HTML' as const }
      : {
          body: coupon.emailBody ?? `Hello [FIRSTNAME],\n\n${coupon.title}.\n\n[URL]\n\nDemo Bakery`,
          format: 'TEXT' as const,
        }),
  };
  const id = newId('message');
  const message: Omit<Message, 'number'> = {
    ...absent(messages),
    ...{ id, accountId, integrationId: integration.id, channel: 'EMAIL', campaignId: coupon.id, session },
    ...{ contentId: await addContent(transaction, accountId, content), link: sessionPath(coupon.code, session) },
    ...{ address: to.email, addressKey: emailKey(to.email), firstName: to.firstName, lastName: to.lastName },
    ...{
      ...outcome,
      urgent: 0,
      paid: 0,
      keyId: input.office,
      claims: 1,
      failures: outcome.status === 'FAILED' ? 1 : 0,
    },
    ...{ createdAt: at, finishedAt: at, sentAt: outcome.status === 'SENT' ? at : null },
  };
  await insertRows(transaction, messages, [message]);
  await recordMessages(
    transaction,
    outcome.status === 'SENT' ? 'message_sent' : 'message_failed',
    await numbersOf(making, session),
  );
}

/** The mail server of the customer has accepted the message. */
async function confirm(making: Making, life: Life): Promise<void> {
  const { transaction, at } = making;
  const session = await codeOf(making, life.session);
  await updateRows(transaction, messages, { session }, { status: 'DELIVERED', deliveredAt: at });
  await recordMessages(transaction, 'message_delivered', await numbersOf(making, session));
}

async function numbersOf({ transaction }: Making, session: string): Promise<number[]> {
  const rows = await findRows(transaction, messages, { session }, { select: ['number'] });
  return rows.map(({ number }) => number);
}
