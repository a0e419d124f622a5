import { IsNull } from 'typeorm';
import { accounts } from '../accounts/account.ts';
import { type Instant, now } from '../database/columns.ts';
import type { Database, Transaction } from '../database/database.ts';
import { bind } from '../database/dialect.ts';
import { holdJob, type Job } from '../jobs/job.ts';
import { type WebhookEndpoint, webhookEndpoints } from './endpoint.ts';
import { addDeliveries, type FannedEvent, wants } from './fan-out.ts';

const eventsAtOnce = 1000;

interface Input {
  endpoint: string;
  since: Instant;
  until: Instant;
}

interface Progress {
  /** How many deliveries were queued. */
  created: number;
  /** The position up to which events were looked at. */
  after: number;
}

/** Looks at the next thousand events that an endpoint may have missed and queues their deliveries. Answers whether they were the last. */
export async function recoverEndpointStep(database: Database, job: Job): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return true;
    const { endpoint: id, since, until } = JSON.parse(held.input) as Input;
    const progress = JSON.parse(held.progress ?? '') as Progress;
    const endpoint = await transaction.manager.findOne(webhookEndpoints, {
      where: { id, deletedAt: IsNull() },
      ...transaction.dialect.lock('exclusive'),
    });
    if (!endpoint) return true;
    const events = await nextEvents(transaction, endpoint, progress.after);
    // An endpoint that was asked to recover from before it existed gets what happened then too.
    const missed = events.filter(
      (event) =>
        event.createdAt >= since &&
        event.createdAt <= until &&
        wants(
          { ...endpoint, createdAt: since },
          event,
          event.accountId === endpoint.accountId ? null : endpoint.accountId,
        ),
    );
    const created = progress.created + (await queue(transaction, endpoint, missed));
    const after = events.at(-1)?.position ?? progress.after;
    await transaction.change('UPDATE jobs SET progress = ? WHERE id = ?', [JSON.stringify({ created, after }), job.id]);
    return events.length < eventsAtOnce;
  });
}

/** Of the account, and of its subaccounts if the endpoint gets theirs. */
async function nextEvents(
  transaction: Transaction,
  { accountId, includeSubaccounts }: WebhookEndpoint,
  after: number,
): Promise<FannedEvent[]> {
  const children = includeSubaccounts ? await transaction.manager.findBy(accounts, { parentId: accountId }) : [];
  return transaction.rows<FannedEvent>(
    ...bind(
      `SELECT e.id AS id, e.position AS position, e.account_id AS accountId, e.kind AS kind, e.type AS type, e.created_at AS createdAt
       FROM events e WHERE e.account_id IN (:owners) AND e.position > :after ORDER BY e.position LIMIT ${eventsAtOnce}`,
      { owners: [accountId, ...children.map(({ id }) => id)], after },
    ),
  );
}

/** Queues what was given up again, and what was never written. Answers how many. */
async function queue(transaction: Transaction, endpoint: WebhookEndpoint, events: FannedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const again = await transaction.change(
    ...bind(
      `UPDATE webhook_deliveries SET status = 'PENDING', due_at = :now, finished_at = NULL, failures = 0
       WHERE endpoint_id = :endpoint AND status = 'FAILED' AND position IN (:positions)`,
      { now: now(), endpoint: endpoint.id, positions: events.map(({ position }) => position) },
    ),
  );
  return again + (await addDeliveries(transaction, [{ endpoint, events }]));
}
