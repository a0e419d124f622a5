import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { holdJob, type Job, type JobProgress, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { now } from '../../kernel/values/instant.ts';
import { createChunk, recordBatch, type SessionBatch } from './batch-creation.ts';

export interface CreationJob extends SessionBatch {
  coupon: string;
  keyId: string;
}

/**
 * Creates the next part of the sessions of a job. The sessions and the progress commit together, so a worker crash leaves
 * neither gaps nor duplicates. A job that ends early records the event of the sessions that it has created.
 */
export const createSessionsJob = defineJob('createSessionsStep', { step: createNext, onEarlyEnd: recordCreated });

async function createNext(database: Database, creation: CreationJob, job: Job): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return true;
    const progress = JSON.parse(held.progress ?? '') as JobProgress;
    // A worker crashed after the commit of the last part and before it marked the job as done.
    if (progress.created >= creation.amount) return true;
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: job.accountId ?? '', id: creation.coupon },
      'shared',
    );
    const amount = Math.min(transaction.dialect.bulkRows, creation.amount - progress.created);
    // A part may be created hours after its ids were reserved.
    const part = { ...creation, beginsAt: now(), first: creation.first + progress.created, amount };
    const collisions = await createChunk(transaction, coupon, part);
    const created = progress.created + amount;
    await saveProgress(transaction, job, { ...progress, created, collisions: progress.collisions + collisions });
    if (created < creation.amount) return false;
    await recordBatch(transaction, coupon, creation, creation.keyId);
    return true;
  });
}

async function recordCreated(transaction: Transaction, { accountId, input, progress }: Job): Promise<void> {
  const creation = JSON.parse(input) as CreationJob;
  const { created } = JSON.parse(progress ?? '') as JobProgress;
  // If all are created, the event is recorded.
  if (created === 0 || created >= creation.amount) return;
  const coupon = { id: creation.coupon, accountId: accountId ?? '' };
  await recordBatch(transaction, coupon, { ...creation, amount: created }, creation.keyId);
}
