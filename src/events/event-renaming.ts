import type { Database, Transaction } from '../kernel/database/database.ts';
import { eventColumns } from '../kernel/event-log/event.ts';
import { holdJob, type Job, saveProgress } from '../kernel/jobs/job.ts';
import { defineJob } from '../kernel/jobs/job-definition.ts';

const eventsAtOnce = 2000;
/** The pause between steps, so that renaming hardly slows down other work. */
const breathSeconds = 0.05;

interface Progress {
  /** The number of the last event of the previous step. */
  after: number;
}

/**
 * The job that gives stored events the present names of their types, and shares those of subaccounts with the parents. A
 * migration queues it for a time when no process of the previous version runs.
 */
export const renameEventsJob = defineJob('renameEvents', { step: renameNext });

async function renameNext(database: Database, _input: object, job: Job): Promise<boolean | number> {
  const { after }: Progress = job.progress ? JSON.parse(job.progress) : { after: 0 };
  const [{ upTo = null } = {}] = await database.rows<{ upTo: number | null }>(
    `SELECT MAX(chunk.number) AS upTo
     FROM (SELECT number FROM events WHERE number > ? ORDER BY number LIMIT ${eventsAtOnce}) AS chunk`,
    [after],
  );
  if (upTo === null) return true;
  await database.transaction(async (transaction) => {
    if (!(await holdJob(transaction, job))) return;
    await transaction.change(
      `UPDATE events AS e SET type = ${eventColumns.type}
       WHERE e.number > ? AND e.number <= ? AND e.type <> ${eventColumns.type}`,
      [after, upTo],
    );
    await shareWithParents(transaction, { after, upTo });
    await saveProgress(transaction, job, { after: upTo } satisfies Progress);
  });
  return breathSeconds;
}

/** Shares the events of subaccounts, which hold the id of the parent. */
async function shareWithParents(transaction: Transaction, { after, upTo }: { after: number; upTo: number }) {
  const found = await transaction.rows<{ id: string; data: string }>(
    `SELECT e.id AS id, e.data AS data FROM events e WHERE e.number > ? AND e.number <= ? AND e.kind = 'SUBACCOUNT'`,
    [after, upTo],
  );
  for (const { id, data } of found) {
    const { parentId } = JSON.parse(data);
    if (!parentId) continue;
    await transaction.change(
      `${transaction.dialect.insertIfAbsent} INTO shared_events (event_id, account_id) VALUES (?, ?)`,
      [id, parentId],
    );
  }
}
