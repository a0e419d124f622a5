import type { Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';
import { quarterOf } from '../tally/quarter.ts';
import { Tally } from '../tally/tally.ts';
import { factsOf, type RecordRow, recordSources } from './dated-records.ts';

const rowsAtOnce = 1000;

/** The pause between steps, so that the job hardly slows down other work. */
const breathSeconds = 0.05;

/** An event is recorded this much later than what it tells of, at most. */
const latestMilliseconds = 1000;

interface Progress {
  source: number;
  /** The key of the last row of the previous step. */
  after: number | string | null;
}

/**
 * The job that counts what happened before the oldest event of the log, from the times that records hold. A migration
 * queues it if the log was ever pruned. What was removed or reverted before then is not known any more.
 */
export const countRecordsJob = defineJob('countRecords', { step: countNextRecords });

async function countNextRecords(
  database: Database,
  { before }: { before: Instant },
  job: Job,
): Promise<boolean | number> {
  const end = toInstant(new Date(toDate(before.slice(0, 23)).getTime() - latestMilliseconds));
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return breathSeconds;
    const { source: index, after }: Progress = held.progress ? JSON.parse(held.progress) : { source: 0, after: null };
    const source = recordSources[index];
    if (!source) return true;
    const rows = await transaction.rows<RecordRow>(
      ...bind(`${source.sql} LIMIT ${rowsAtOnce}`, { after: after ?? source.before }),
    );
    await count(transaction, rows, end);
    const last = rows.at(-1);
    const next: Progress = last ? { source: index, after: last.rowKey } : { source: index + 1, after: null };
    await saveProgress(transaction, job, next);
    return breathSeconds;
  });
}

async function count(transaction: Transaction, rows: readonly RecordRow[], end: Instant): Promise<void> {
  const tally = new Tally();
  for (const row of rows)
    for (const { at, counts } of factsOf(row)) if (at < end) tally.add(row, quarterOf(at), counts);
  await tally.store(transaction);
}
