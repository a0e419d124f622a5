import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { applyFinalFailures, revertFinalFailure } from '../message/final-failure.ts';
import { type Message, messageColumns } from '../message/message.ts';
import { recordMessages } from '../message/message-events.ts';
import {
  deleteEarlyReceipts,
  type EarlyReceipt,
  findEarlyReceipts,
  type Receipt,
  storeEarlyReceipts,
} from './early-receipt.ts';

/** Writes down what platforms tell of messages, whenever they tell it. What comes too early is kept until it can be. */
export async function handleReceipts(database: Database, receipts: readonly Receipt[]): Promise<void> {
  const early = await applyReceipts(database, receipts);
  if (early.length === 0) return;
  await database.transaction((transaction) => storeEarlyReceipts(transaction, early));
  // Who writes down that a message was sent looks for early ones after its commit, and this looks after its own: so one of
  // the two sees the other.
  await applyEarlyReceipts(
    database,
    early.map(({ platformId }) => platformId),
  );
}

/** Writes down what was told early of messages that are known by these names now. */
export async function applyEarlyReceipts(database: Database, platformIds: readonly string[]): Promise<void> {
  await applyStoredReceipts(database, await findEarlyReceipts(database, platformIds));
}

/** Writes down what can be of receipts that were kept. Answers how many. */
export async function applyStoredReceipts(database: Database, kept: readonly EarlyReceipt[]): Promise<number> {
  const still = new Set<Receipt>(await applyReceipts(database, kept));
  const applied = kept.filter((receipt) => !still.has(receipt));
  if (applied.length > 0) await database.transaction((transaction) => deleteEarlyReceipts(transaction, applied));
  return applied.length;
}

/** Answers the receipts whose messages are not known yet. */
async function applyReceipts(database: Database, receipts: readonly Receipt[]): Promise<Receipt[]> {
  if (receipts.length === 0) return [];
  const known = await findMessages(database, receipts, '');
  const isKnown = ({ integrationId, platformId }: Receipt) => known.has(nameOf({ integrationId, platformId }));
  const found = receipts.filter(isKnown);
  if (found.length > 0) await database.transaction((transaction) => applyIn(transaction, found));
  return receipts.filter((receipt) => !isKnown(receipt));
}

async function applyIn(transaction: Transaction, receipts: readonly Receipt[]): Promise<void> {
  const messages = await findMessages(transaction, receipts, transaction.dialect.forUpdate);
  const at = now();
  for (const receipt of receipts) {
    const message = messages.get(nameOf(receipt));
    if (!message || !counts(message.status, receipt.state)) continue;
    const wasGivenUp = message.status === 'FAILED';
    const isDelivered = receipt.state === 'DELIVERED';
    Object.assign(message, {
      status: receipt.state,
      reason: isDelivered ? null : (receipt.reason?.slice(0, 300).toWellFormed() ?? null),
      deliveredAt: isDelivered ? at : null,
      finishedAt: at,
    });
    await transaction.change(
      'UPDATE messages SET status = ?, reason = ?, delivered_at = ?, finished_at = ? WHERE number = ?',
      [message.status, message.reason, message.deliveredAt, message.finishedAt, message.number],
    );
    if (!isDelivered) await applyFinalFailures(transaction, [message]);
    else if (wasGivenUp) await revertFinalFailure(transaction, message);
    await recordMessages(transaction, isDelivered ? 'message_delivered' : 'message_failed', [message.number]);
  }
  transaction.signal('verdicts');
}

/** What a receipt changes: whatever else was told, what was delivered stays delivered. */
function counts(status: Message['status'], state: Receipt['state']): boolean {
  return status === 'SENT' || (state === 'DELIVERED' && status === 'FAILED');
}

async function findMessages(
  connection: Connection,
  receipts: readonly Receipt[],
  ending: string,
): Promise<Map<string, Message>> {
  const rows = await connection.rows<Message>(
    ...bind(
      `SELECT ${messageColumns} FROM messages m
       WHERE m.platform_id IN (:platformIds) AND m.integration_id IN (:integrationIds) ORDER BY m.number ${ending}`,
      {
        platformIds: receipts.map(({ platformId }) => platformId),
        integrationIds: receipts.map(({ integrationId }) => integrationId),
      },
    ),
  );
  return new Map(rows.map((message) => [nameOf(message), message]));
}

function nameOf({ integrationId, platformId }: { integrationId: string; platformId: string | null }): string {
  return `${integrationId} ${platformId}`;
}
