import type { Database } from '../../kernel/database/database.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { joinPersons, type LoyaltyUser, loyaltyUserColumns } from '../user/membership.ts';
import { replaceSearchKeys } from '../user/user-search-key.ts';

const usersAtOnce = 200;
/** The pause between steps, so that the job hardly slows down other work. */
const breathSeconds = 0.05;

interface Progress {
  /** The number of the last membership of the previous step. */
  after: number;
}

/**
 * The job that makes the search keys of all users anew, after an upgrade that adds keys. A migration queues it for a time
 * when no process of the previous version runs.
 */
export const completeSearchKeysJob = defineJob('completeSearchKeys', { step: completeNext });

async function completeNext(database: Database, _input: object, job: Job): Promise<boolean | number> {
  const { after }: Progress = job.progress ? JSON.parse(job.progress) : { after: 0 };
  return database.transaction(async (transaction) => {
    if (!(await holdJob(transaction, job))) return breathSeconds;
    // The lock keeps a person from changing until the keys are written.
    const users = await transaction.rows<LoyaltyUser>(
      `SELECT ${loyaltyUserColumns} FROM loyalty_memberships m ${joinPersons}
       WHERE m.number > ? ORDER BY m.number LIMIT ${usersAtOnce} ${transaction.dialect.forShare}`,
      [after],
    );
    const last = users.at(-1);
    if (!last) return true;
    await replaceSearchKeys(transaction, users);
    await saveProgress(transaction, job, { after: last.number } satisfies Progress);
    return breathSeconds;
  });
}
