import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, updateRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun, type RowPage, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { nextTokens } from '../../personal-data/personal-token.ts';
import { type SoughtPerson, spellingsOf } from '../../personal-data/sought-person.ts';
import { addContent, type MessageContent, removeUnusedContents } from '../content/message-content.ts';
import { applyFinalFailures, type CouponReceipt, couponReceipts } from './coupon-receipt.ts';
import { type Message, messageColumns, messages as messagesTable } from './message.ts';

type MessageWithContent = Message & Pick<MessageContent, 'sender' | 'subject' | 'body' | 'format' | 'buttonText'>;

const atOnce = 100;
const bySessions = 'sessions ';

export const personalMessages = personalNoun<MessageWithContent>({
  name: 'messages',
  next: (connection, person, after) =>
    after?.startsWith(bySessions)
      ? messagesOfSessions(connection, person, after)
      : messagesTo(connection, person, after),
  tokensOf: (messages) => messages.map(({ id }) => ({ kind: 'ID', value: id })),
  exported: (messages) =>
    messages.map(({ number, accountId, integrationId, addressKey, dueAt, claims, urgent, ...message }) => message),
  erase: async (transaction, _person, messages) => {
    await cancelWaiting(transaction, messages);
    await eraseContents(transaction, messages);
    const numbers = messages.map(({ number }) => number);
    await updateRows(
      transaction,
      messagesTable,
      { number: numbers },
      { address: '', addressKey: '', firstName: null, lastName: null, reason: null },
    );
  },
});

const columns = `${messageColumns}, t.sender AS sender, t.subject AS subject, t.body AS body, t.format AS format,
  t.button_text AS buttonText`;
const from = 'FROM messages m LEFT JOIN message_contents t ON t.id = m.content_id';

async function messagesTo(
  connection: Connection,
  person: SoughtPerson,
  after: string | null,
): Promise<RowPage<MessageWithContent>> {
  const rows = await connection.rows<MessageWithContent>(
    ...bind(
      `SELECT ${columns} ${from} WHERE m.account_id = :accountId AND m.address_key IN (:values) AND m.number > :after
       ORDER BY m.number LIMIT ${atOnce}`,
      { accountId: person.accountId, values: spellingsOf(person), after: Number(after ?? 0) },
    ),
  );
  if (await isAnyBeingSent(connection, rows)) return { rows: [], after: after ?? '0' };
  return { rows, after: rows.length < atOnce ? bySessions : String(rows.at(-1)?.number) };
}

/**
 * Whether a message is being sent. The locks stop new sends, but the outcome of one in progress would still be written,
 * so the search waits.
 */
async function isAnyBeingSent(connection: Connection, messages: readonly MessageWithContent[]): Promise<boolean> {
  if (messages.length === 0) return false;
  const locked = await findRows(
    connection,
    messagesTable,
    { number: messages.map(({ number }) => number) },
    { select: ['status'], order: { number: 'ASC' }, lock: 'exclusive' },
  );
  return locked.some(({ status }) => status === 'SENDING');
}

/** `after` is the last session of the previous batch and, within the current batch, the number of the last message. */
async function messagesOfSessions(
  connection: Connection,
  person: SoughtPerson,
  after: string,
): Promise<RowPage<MessageWithContent>> {
  const [, session = '', number = '0'] = after.split(' ');
  const { values, after: next } = await nextTokens(connection, person, 'SESSION', session);
  if (values.length === 0) return { rows: [], after: null };
  const found = await connection.rows<MessageWithContent>(
    ...bind(
      `SELECT ${columns} ${from} WHERE m.session IN (:values) AND m.number > :number AND m.address_key NOT IN (:own)
       ORDER BY m.number LIMIT ${atOnce}`,
      { values, number: Number(number), own: ['', ...spellingsOf(person)] },
    ),
  );
  if (await isAnyBeingSent(connection, found)) return { rows: [], after };
  if (found.length === atOnce) return { rows: found, after: `${bySessions}${session} ${found.at(-1)?.number}` };
  return { rows: found, after: next && bySessions + next };
}

/** Cancels waiting messages. Removes all receipts, because they contain the address. */
async function cancelWaiting(transaction: Transaction, messages: readonly MessageWithContent[]): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const waiting = messages.filter(({ status }) => status === 'QUEUED');
  for (const message of waiting) {
    const cancelled = await updateRows(
      transaction,
      messagesTable,
      { number: message.number, status: 'QUEUED' },
      { status: 'CANCELLED', dueAt: null, finishedAt: now() },
    );
    if (cancelled > 0) await applyFinalFailures(transaction, [message]);
  }
  await deleteRows(transaction, couponReceipts, { messageId: ids });
}

async function eraseContents(transaction: Transaction, messages: readonly MessageWithContent[]): Promise<void> {
  for (const [accountId, of] of Map.groupBy(messages, (message) => message.accountId)) {
    const empty = await addContent(transaction, accountId, {
      ...{ sender: null, subject: null, body: '', format: 'TEXT' as const, buttonText: null },
    });
    const numbers = of.map(({ number }) => number);
    await updateRows(transaction, messagesTable, { number: numbers }, { contentId: empty });
    const contentIds = of.map(({ contentId }) => contentId);
    await removeUnusedContents(transaction, contentIds);
  }
}

/** The receipts of a person. Once they are erased, the address can receive the coupon again. */
export const personalReceipts = personalNoun<CouponReceipt>({
  name: 'couponReceipts',
  next: async (connection, person, after) => {
    const found = await connection.rows<CouponReceipt>(
      ...bind(
        `SELECT r.coupon_id AS couponId, r.address AS address, r.message_id AS messageId, r.created_at AS createdAt
         FROM coupons c JOIN coupon_receipts r ON r.coupon_id = c.id AND r.address IN (:values)
         WHERE c.account_id = :accountId AND c.id > :after ORDER BY c.id LIMIT ${rowsAtOnce}`,
        { accountId: person.accountId, values: spellingsOf(person), after: after ?? '' },
      ),
    );
    return foundAmong(found, ({ couponId }) => couponId, found);
  },
  erase: async (transaction, person, receipts) => {
    await deleteRows(transaction, couponReceipts, {
      couponId: receipts.map(({ couponId }) => couponId),
      address: spellingsOf(person),
    });
  },
});
