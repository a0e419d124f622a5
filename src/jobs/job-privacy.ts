import { Not } from 'typeorm';
import { updateRows } from '../kernel/database/rows.ts';
import { type Job, jobColumns, jobs as jobsTable } from '../kernel/jobs/job.ts';
import { filterInSteps } from '../kernel/values/event-loop.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../personal-data/personal-noun.ts';
import { mentions, without } from '../personal-data/sought-person.ts';

/** Includes only jobs that have ended, because the others still need their input. */
export const personalJobs = personalNoun<Job>({
  name: 'jobs',
  next: async (connection, person, after) => {
    const [createdAt = '', id = ''] = after?.split('|') ?? [];
    const examined = await connection.rows<Job>(
      `SELECT ${jobColumns} FROM jobs j WHERE j.account_id = ?
       AND (j.created_at > ? OR (j.created_at = ? AND j.id > ?)) ORDER BY j.created_at, j.id LIMIT ${rowsAtOnce}`,
      [person.accountId, createdAt || longAgo, createdAt || longAgo, id],
    );
    const found = await filterInSteps(
      examined,
      (job) => job.finishedAt !== null && textsOf(job).some((text) => mentions(person, text)),
    );
    return foundAmong(examined, (job) => `${job.createdAt}|${job.id}`, found);
  },
  exported: (jobs) => jobs.map(({ id, kind, createdAt, input, error }) => ({ id, kind, createdAt, input, error })),
  erase: async (transaction, person, jobs) => {
    for (const job of jobs) {
      const [input, progress, error] = textsOf(job).map((text) => text && without(person, text));
      await updateRows(
        transaction,
        jobsTable,
        { id: job.id, finishedAt: Not(null) },
        { input: input ?? '', progress: progress ?? null, error: error ?? null },
      );
    }
  },
});

const longAgo = '1970-01-01 00:00:00.000';

function textsOf({ input, progress, error }: Job): (string | null)[] {
  return [input, progress, error];
}
