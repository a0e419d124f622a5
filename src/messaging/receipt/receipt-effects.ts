import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { applyFinalFailures, revertFinalFailure } from '../message/final-failure.ts';
import { type Message, messageColumns, messages as messagesTable } from '../message/message.ts';
import { recordMessages } from '../message/message-events.ts';
import {
  deleteEarlyReceipts,
  type EarlyReceipt,
  findEarlyReceipts,
  type Receipt,
  storeEarlyReceipts,
} from './early-receipt.ts';
import { pauseRefusedJobs } from './refused-alike.ts';

/** Applies delivery receipts. Stores receipts whose message is not known yet, to apply them later. */
export async function handleReceipts(database: Database, receipts: readonly Receipt[]): Promise<void> {
  const early = await applyReceipts(database, receipts);
  if (early.length === 0) return;
  await database.transaction((transaction) => storeEarlyReceipts(transaction, early));
  // The process that stores the platform id of a message looks for early receipts after its commit, and this process
  // looks for messages after its own commit, so at least one of them finds the other's rows.
  await applyEarlyReceipts(
    database,
    early.map(({ platformId }) => platformId),
  );
}

/** Applies the early receipts of messages whose platform ids are now known. */
export async function applyEarlyReceipts(database: Database, platformIds: readonly string[]): Promise<void> {
  await applyStoredReceipts(database, await findEarlyReceipts(database, platformIds));
}

/** Applies those early receipts whose messages are known, and deletes them. Returns their number. */
export async function applyStoredReceipts(database: Database, kept: readonly EarlyReceipt[]): Promise<number> {
  const still = new Set<Receipt>(await applyReceipts(database, kept));
  const applied = kept.filter((receipt) => !still.has(receipt));
  if (applied.length > 0) await database.transaction((transaction) => deleteEarlyReceipts(transaction, applied));
  return applied.length;
}

/** Applies receipts. Returns those whose messages are not known yet. */
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

/** Returns the messages that have failed. */
async function applyIn(transaction: Transaction, receipts: readonly Receipt[]): Promise<Message[]> {
  const messages = await findMessages(transaction, receipts, transaction.dialect.forUpdate);
  const at = now();
  for (const receipt of receipts) {
    const message = messages.get(nameOf(receipt));
    if (!message || !counts(message.status, receipt.state)) continue;
    const wasGivenUp = message.status === 'FAILED';
    const isDelivered = receipt.state === 'DELIVERED';
    // Nothing may tell about a person who was erased.
    const isErased = message.addressKey === '';
    Object.assign(message, {
      status: receipt.state,
      reason: isDelivered || isErased ? null : (receipt.reason?.slice(0, 300).toWellFormed() ?? null),
      deliveredAt: isDelivered ? at : null,
      finishedAt: at,
    });
    await updateRows(
      transaction,
      messagesTable,
      { number: message.number },
      {
        status: message.status,
        reason: message.reason,
        deliveredAt: message.deliveredAt,
        finishedAt: message.finishedAt,
      },
    );
    if (!isDelivered) await applyFinalFailures(transaction, [message]);
    else if (wasGivenUp && !isErased) await revertFinalFailure(transaction, message);
    await recordMessages(transaction, isDelivered ? 'message_delivered' : 'message_failed', [message.number]);
  }
  transaction.signal('verdicts');
  return [...messages.values()].filter(({ status }) => status === 'FAILED');
}

/** Returns whether a receipt changes the status of a message. A delivered message stays delivered. */
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
