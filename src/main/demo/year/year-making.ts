import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import { reserveWithin } from '../../../kernel/database/sequence.ts';
import { holdJob, type Job, saveProgress } from '../../../kernel/jobs/job.ts';
import { defineJob } from '../../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../../kernel/jobs/job-queue.ts';
import { Problem } from '../../../kernel/problem.ts';
import { asOf } from '../../../kernel/values/instant.ts';
import type { Deed, YearInput } from './deed.ts';
import { writeDeliveries } from './delivery-history.ts';
import { planOf } from './plan.ts';

const seed = 1847;

/** More than a year creates. The rest stays unused. */
export const maxSessions = 9000;
export const maxMemberships = 500;

/** SQLite has one writer, so keep transactions short. */
const transactionMilliseconds = 25;
const breathMilliseconds = 4;
/** A stopping process waits for the end of a step, so steps are short. */
const stepMilliseconds = 500;
const secondsUntilSequenced = 0.3;

interface Progress {
  requested: number;
  created: number;
}

/** Runs in the background. Each transaction saves its progress. */
export const makeYearJob = defineJob<YearInput>('makeDemoYear', { step: makeNext });

export async function queueYear(
  transaction: Transaction,
  begun: Omit<YearInput, 'seed' | 'firstSession' | 'firstMembership'>,
): Promise<void> {
  const firstSession = await reserveWithin(transaction, 'session', maxSessions);
  const firstMembership = await reserveWithin(transaction, 'membership', maxMemberships);
  const input: YearInput = { ...begun, seed, firstSession, firstMembership };
  await enqueue(transaction, makeYearJob, input, { accountId: begun.account });
}

async function makeNext(database: Database, input: YearInput, job: Job): Promise<boolean | number> {
  const plan = rememberedPlan(input, job);
  for (const end = Date.now() + stepMilliseconds; Date.now() < end; await sleep(breathMilliseconds)) {
    const left = await database.transaction((transaction) => makeSome({ transaction, input }, plan, job));
    if (left === null) return 0;
    if (left > 0) continue;
    if (!(await writeDeliveries(database, input))) return secondsUntilSequenced;
    remembered = null;
    return true;
  }
  return 0;
}

type Maker = Omit<Parameters<Deed['run']>[0], 'at'>;

/** Returns the number left, or null if this worker has lost the job. */
async function makeSome(maker: Maker, plan: readonly Deed[], job: Job): Promise<number | null> {
  const held = await holdJob(maker.transaction, job);
  if (!held) return null;
  const { created: done }: Progress = held.progress ? JSON.parse(held.progress) : { created: 0 };
  let created = done;
  for (const end = Date.now() + transactionMilliseconds; created < plan.length && Date.now() < end; created += 1)
    await make(maker, plan[created] as Deed);
  await saveProgress(maker.transaction, job, { requested: plan.length, created } satisfies Progress);
  return plan.length - created;
}

/** Skips a deed that the service refuses: a visitor may have changed a campaign. */
async function make(maker: Maker, { at, run }: Deed): Promise<void> {
  try {
    await asOf(at, () => run({ ...maker, at }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

let remembered: { id: string; plan: Deed[] } | null = null;

/** Cached until the job ends. */
function rememberedPlan(input: YearInput, { id }: Job): readonly Deed[] {
  if (remembered?.id !== id) remembered = { id, plan: planOf(input) };
  return remembered.plan;
}
