import { IsNull } from 'typeorm';
import { accounts } from '../../accounts/account/account.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type PositionedEvent, positionBefore, readRange } from '../../kernel/event-log/event-reader.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { type Instant, now, toDate, toInstant } from '../../kernel/values/instant.ts';
import { addDeliveries, wants } from '../delivery/fan-out.ts';
import { type WebhookEndpoint, webhookEndpoints } from '../endpoint/endpoint.ts';

const positionsAtOnce = 1000;

interface Input {
  endpoint: string;
  since: Instant;
  /** Open when it is not named. */
  until: Instant | null;
}

interface Progress {
  /** How many deliveries were queued. */
  created: number;
  /** The position up to which events were looked at; none before the first step. */
  after?: number;
}

/** Looks at the next thousand positions for events that an endpoint may have missed and queues their deliveries. */
export const recoverEndpointJob = defineJob('recoverEndpointStep', { step: queueMissed });

async function queueMissed(database: Database, { endpoint: id, since, until }: Input, job: Job): Promise<boolean> {
  const { after = await positionBefore(database, hoursLater(since, -1)) } = progressOf(job);
  const upTo = Math.min(after + positionsAtOnce, await lastPosition(database));
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return true;
    const endpoint = await transaction.manager.findOne(webhookEndpoints, {
      where: { id, deletedAt: IsNull() },
      ...transaction.dialect.lock('exclusive'),
    });
    if (!endpoint || after >= upTo) return true;
    const events = await readRange(transaction, await ownersOf(transaction, endpoint), { after, upTo });
    // An endpoint that was asked to recover from before it existed gets what happened then too.
    const missed = events.filter(
      (event) =>
        event.createdAt >= since &&
        (!until || event.createdAt <= until) &&
        wants(
          { ...endpoint, createdAt: since },
          event,
          event.accountId === endpoint.accountId ? null : endpoint.accountId,
        ),
    );
    const created = progressOf(held).created + (await queue(transaction, endpoint, missed));
    await saveProgress(transaction, job, { created, after: upTo });
    return until !== null && events.some(({ createdAt }) => createdAt > hoursLater(until, 1));
  });
}

function progressOf({ progress }: Job): Progress {
  return JSON.parse(progress ?? '') as Progress;
}

/** Positions are given in about the order of time: an hour is far more than they can be apart. */
function hoursLater(instant: Instant, hours: number): Instant {
  return toInstant(new Date(toDate(instant).getTime() + hours * 3_600_000));
}

/** The account, and its subaccounts if the endpoint gets theirs. */
async function ownersOf(
  transaction: Transaction,
  { accountId, includeSubaccounts }: WebhookEndpoint,
): Promise<string[]> {
  const children = includeSubaccounts ? await transaction.manager.findBy(accounts, { parentId: accountId }) : [];
  return [accountId, ...children.map(({ id }) => id)];
}

/** Queues what was given up again, and what was never written. Answers how many. */
async function queue(transaction: Transaction, endpoint: WebhookEndpoint, events: PositionedEvent[]): Promise<number> {
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
