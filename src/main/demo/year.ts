import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { asOf } from '../../kernel/values/instant.ts';
import { daysOfYear } from './calendar.ts';
import { deedsOf, members, type YearInput } from './deeds.ts';
import { writeDeliveries } from './delivery-history.ts';

/** How many session numbers to reserve for a day. It exceeds the number of deeds, so some numbers stay unused. */
export const sessionsOfDay = 200;

/** The pause in which others can write, because SQLite has only one writer. */
const breathMilliseconds = 10;
/** The duration of a step. It is short, because a process that is stopping waits for the step to finish. */
const stepMilliseconds = 500;

/** Creates the year in the background, with a transaction for each day. */
export const makeYearJob = defineJob<YearInput>('makeDemoYear', { step: makeNext });

type Begun = Omit<YearInput, 'firstSession' | 'firstMember'>;

export async function queueYear(transaction: Transaction, begun: Begun): Promise<void> {
  const firstSession = await reserveWithin(transaction, 'session', daysOfYear * sessionsOfDay);
  const firstMember = await reserveWithin(transaction, 'member', members);
  await enqueue(transaction, makeYearJob, { ...begun, firstSession, firstMember }, { accountId: begun.account });
}

async function makeNext(database: Database, input: YearInput, job: Job): Promise<boolean | number> {
  for (const end = Date.now() + stepMilliseconds; Date.now() < end; await sleep(breathMilliseconds)) {
    const left = await database.transaction((transaction) => makeDay(transaction, input, job));
    if (left === null) return 0;
    if (left === 0) return (await writeDeliveries(database, input)) || 0.3;
  }
  return 0;
}

/** Creates a day. Returns the number of days left, or null if this worker has lost the job. */
async function makeDay(transaction: Transaction, input: YearInput, job: Job): Promise<number | null> {
  const held = await holdJob(transaction, job);
  if (!held) return null;
  const { created: done }: { created: number } = held.progress ? JSON.parse(held.progress) : { created: 0 };
  if (done >= daysOfYear) return 0;
  const deeds = deedsOf({ ...input, transaction }, daysOfYear - 1 - done).slice(0, sessionsOfDay);
  for (const [index, { at, run }] of deeds.entries()) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    // Skip a deed that the service refuses: a visitor may have changed a campaign.
    await asOf(at, () => run(input.firstSession + done * sessionsOfDay + index)).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
  await saveProgress(transaction, job, { requested: daysOfYear, created: done + 1 });
  return daysOfYear - done - 1;
}
