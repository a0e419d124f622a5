import { LessThan } from 'typeorm';
import { column, columnsOf, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { daysAgo, now } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions } from '../../personal-data/sought-person.ts';
import { applyFinalFailures, revertFinalFailure } from '../message/coupon-receipt.ts';
import { type Message, messageColumns, messages as messagesTable } from '../message/message.ts';
import { recordMessages } from '../message/message-queue.ts';
import { pauseRefusedJobs } from './refused-alike.ts';

export interface Receipt {
  integrationId: string;
  platformId: string;
  state: 'DELIVERED' | 'FAILED';
  reason: string | null;
}

/** A receipt that arrived before the platform id of its message had been stored. */
type EarlyReceipt = Stored<typeof earlyReceipts>;

export const earlyReceipts = table({
  name: 'EarlyReceipt',
  tableName: 'early_receipts',
  columns: {
    number: column.ascending,
    integrationId: column.text(20),
    platformId: column.text(100),
    state: column.text<Receipt['state']>(10),
    reason: column.textOrNull(300),
    createdAt: column.instant,
  },
  indices: [{ name: 'early_receipts_platform', columns: ['platformId'] }],
});

const columns = selectList(columnsOf(earlyReceipts, 'r'));

/** Applies receipts. Those whose message is not known yet are stored, and applied later. */
export async function handleReceipts(database: Database, receipts: readonly Receipt[]): Promise<void> {
  const early = await applyReceipts(database, receipts);
  if (early.length === 0) return;
  const rows = early.map((receipt) => ({ ...receipt, createdAt: now() }));
  await database.transaction((transaction) => insertRows(transaction, earlyReceipts, rows));
  // The process that stores the platform id looks for early receipts after its commit. This process looks for messages
  // after its own. So at least one of them finds the rows of the other.
  const platformIds = early.map(({ platformId }) => platformId);
  await applyEarlyReceipts(database, platformIds);
}

export async function applyEarlyReceipts(database: Database, platformIds: readonly string[]): Promise<void> {
  const early = { platformId: platformIds };
  await applyStoredReceipts(database, await findRows(database, earlyReceipts, early, { order: { number: 'ASC' } }));
}

async function applyStoredReceipts(database: Database, kept: readonly EarlyReceipt[]): Promise<number> {
  const still = new Set<Receipt>(await applyReceipts(database, kept));
  return remove(
    database,
    kept.filter((receipt) => !still.has(receipt)),
  );
}

async function applyReceipts(database: Database, receipts: readonly Receipt[]): Promise<Receipt[]> {
  if (receipts.length === 0) return [];
  const known = await findMessages(database, receipts, '');
  const isKnown = ({ integrationId, platformId }: Receipt) => known.has(nameOf({ integrationId, platformId }));
  const found = receipts.filter(isKnown);
  if (found.length > 0) {
    const failed = await database.transaction((transaction) => applyIn(transaction, found));
    await pauseRefusedJobs(database, failed);
  }
  return receipts.filter((receipt) => !isKnown(receipt));
}

async function applyIn(transaction: Transaction, receipts: readonly Receipt[]): Promise<Message[]> {
  const messages = await findMessages(transaction, receipts, transaction.dialect.forUpdate);
  const at = now();
  for (const receipt of receipts) {
    const message = messages.get(nameOf(receipt));
    if (!message || !counts(message.status, receipt.state)) continue;
    const wasGivenUp = message.status === 'FAILED';
    const isDelivered = receipt.state === 'DELIVERED';
    // The reason may contain the address of an erased person.
    const isErased = message.addressKey === '';
    const change = {
      status: receipt.state,
      reason: isDelivered || isErased ? null : (receipt.reason?.slice(0, 300).toWellFormed() ?? null),
      deliveredAt: isDelivered ? at : null,
      finishedAt: at,
    };
    Object.assign(message, change);
    await updateRows(transaction, messagesTable, { number: message.number }, change);
    if (!isDelivered) await applyFinalFailures(transaction, [message]);
    else if (wasGivenUp && !isErased) await revertFinalFailure(transaction, message);
    await recordMessages(transaction, isDelivered ? 'message_delivered' : 'message_failed', [message.number]);
  }
  transaction.signal('verdicts');
  return [...messages.values()].filter(({ status }) => status === 'FAILED');
}

/** Whether a receipt counts. A message that was delivered stays delivered. */
function counts(status: Message['status'], state: Receipt['state']): boolean {
  return status === 'SENT' || (state === 'DELIVERED' && status === 'FAILED');
}

async function findMessages(connection: Connection, receipts: readonly Receipt[], ending: string) {
  const rows = await connection.rows<Message>(
    `SELECT ${messageColumns} FROM messages m
       WHERE m.platform_id IN (:platformIds) AND m.integration_id IN (:integrationIds) ORDER BY m.number ${ending}`,
    {
      platformIds: receipts.map(({ platformId }) => platformId),
      integrationIds: receipts.map(({ integrationId }) => integrationId),
    },
  );
  return new Map(rows.map((message) => [nameOf(message), message]));
}

function nameOf({ integrationId, platformId }: { integrationId: string; platformId: string | null }): string {
  return `${integrationId} ${platformId}`;
}

const chunk = 500;
const keptDays = 3;

/** Returns the early receipts whose message is now known, oldest first. */
export function findMatchedEarlyReceipts(connection: Connection, max: number): Promise<EarlyReceipt[]> {
  return connection.rows<EarlyReceipt>(
    `SELECT ${columns} FROM early_receipts r
     WHERE EXISTS (SELECT 1 FROM messages m WHERE m.platform_id = r.platform_id AND m.integration_id = r.integration_id)
     ORDER BY r.number LIMIT ${max}`,
  );
}

/** Deletes receipts whose message is still unknown after three days. Returns how many were applied or deleted. */
export async function pruneEarlyReceipts(database: Database): Promise<number> {
  const applied = await applyStoredReceipts(database, await findMatchedEarlyReceipts(database, chunk));
  const old = { createdAt: LessThan(daysAgo(keptDays)) };
  const past = await findRows(database, earlyReceipts, old, { order: { number: 'ASC' }, take: chunk });
  return applied + (await remove(database, past));
}

/** Removes a chunk. Returns true if there were none left to remove. */
export async function removeEarlyReceipts(database: Database, accountId: string): Promise<boolean> {
  // The table is short, because receipts stay for only three days.
  const found = await database.rows<EarlyReceipt>(
    `SELECT ${columns} FROM integrations i JOIN early_receipts r ON r.integration_id = i.id
     WHERE i.account_id = ? LIMIT ${chunk}`,
    [accountId],
  );
  return (await remove(database, found)) === 0;
}

async function remove(database: Database, receipts: readonly EarlyReceipt[]): Promise<number> {
  const numbers = receipts.map(({ number }) => number);
  if (numbers.length > 0)
    await database.transaction((transaction) => deleteRows(transaction, earlyReceipts, { number: numbers }));
  return numbers.length;
}

type PersonalReceipt = Pick<EarlyReceipt, 'number' | 'state' | 'reason' | 'createdAt'>;

/** Early receipts. The reason of a report may contain an address. */
export const personalEarlyReceipts = personalNoun<PersonalReceipt>({
  name: 'earlyReceipts',
  next: async (connection, person, after) => {
    const examined = await connection.rows<PersonalReceipt & { accountId: string }>(
      `SELECT r.number AS number, r.state AS state, r.reason AS reason, r.created_at AS createdAt, i.account_id AS accountId
       FROM early_receipts r JOIN integrations i ON i.id = r.integration_id
       WHERE r.number > ? ORDER BY r.number LIMIT ${rowsAtOnce}`,
      [Number(after ?? 0)],
    );
    const found = await filterInSteps(
      examined,
      ({ accountId, reason }) => accountId === person.accountId && mentions(person, reason),
    );
    return foundAmong(
      examined,
      ({ number }) => number,
      found.map(({ accountId, ...receipt }) => receipt),
    );
  },
  exported: (receipts) => receipts.map(({ number, ...receipt }) => receipt),
  erase: async (transaction, _person, receipts) => {
    const numbers = receipts.map(({ number }) => number);
    await updateRows(transaction, earlyReceipts, { number: numbers }, { reason: null });
  },
});
