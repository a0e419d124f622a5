import { accounts } from '../../accounts/account/account.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows, updateRows } from '../../kernel/database/rows.ts';
import { type PositionedEvent, positionBefore, readRange } from '../../kernel/event-log/event-reader.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { clockAhead, type Instant, now, toDate, toInstant } from '../../kernel/values/instant.ts';
import { webhookDeliveries } from '../delivery/delivery.ts';
import { addDeliveries, wants } from '../delivery/fan-out.ts';
import { endpointRow, type WebhookEndpoint } from '../endpoint/endpoint.ts';

const positionsAtOnce = 1000;

interface Input {
  endpoint: string;
  since: Instant;
  /** The end of the period. Null if it is open. */
  until: Instant | null;
}

interface Progress {
  created: number;
  /** The position up to which events have been examined. Absent before the first step. */
  after?: number;
}

export const recoverEndpointJob = defineJob('recoverEndpointStep', { step: queueMissed });

async function queueMissed(database: Database, { endpoint: id, since, until }: Input, job: Job): Promise<boolean> {
  const { after = await beginning(database, since, job) } = progressOf(job);
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return true;
    const endpoint = await findRow(transaction, endpointRow, { id }, 'exclusive');
    const upTo = Math.min(after + positionsAtOnce, await lastPosition(transaction));
    if (!endpoint || after >= upTo) return true;
    const { events, isCut } = await readRange(transaction, await ownersOf(transaction, endpoint), { after, upTo });
    // The period may begin before the endpoint existed. Events from that time count as missed too.
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
    await saveProgress(transaction, job, { created, after: (isCut && events.at(-1)?.position) || upTo });
    return until !== null && events.some(({ createdAt }) => createdAt > hoursLater(until, 1));
  });
}

/**
 * Returns where the search begins. On a clock that is ahead, times do not follow positions, so it begins with the first
 * event of the account.
 */
async function beginning(database: Database, since: Instant, { accountId }: Job): Promise<number> {
  if (clockAhead() === 0) return positionBefore(database, hoursLater(since, -1));
  const [first] = await database.rows<{ position: number | null }>(
    'SELECT MIN(e.position) AS position FROM events e WHERE e.account_id = ?',
    [accountId],
  );
  return Math.max(0, Number(first?.position ?? 0) - 1);
}

function progressOf({ progress }: Job): Progress {
  return JSON.parse(progress ?? '') as Progress;
}

/** Positions follow time only roughly, with deviations of far less than an hour. */
function hoursLater(instant: Instant, hours: number): Instant {
  return toInstant(new Date(toDate(instant).getTime() + hours * 3_600_000));
}

async function ownersOf(transaction: Transaction, { accountId, includeSubaccounts }: WebhookEndpoint) {
  const children = includeSubaccounts ? await findRows(transaction, accounts, { parentId: accountId }) : [];
  return [accountId, ...children.map(({ id }) => id)];
}

/** Queues failed deliveries again, and adds missing ones. Returns how many there are. */
async function queue(transaction: Transaction, endpoint: WebhookEndpoint, events: PositionedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const again = await updateRows(
    transaction,
    webhookDeliveries,
    { endpointId: endpoint.id, status: 'FAILED', position: events.map(({ position }) => position) },
    { status: 'PENDING', dueAt: now(), finishedAt: null, failures: 0 },
  );
  return again + (await addDeliveries(transaction, [{ endpoint, events }]));
}
