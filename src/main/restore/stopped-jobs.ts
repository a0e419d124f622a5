import { sendToGroupJob } from '../../contacts/sending/group-sending-job.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { type Job, jobs } from '../../kernel/jobs/job.ts';
import { changeJob } from '../../kernel/jobs/job-control.ts';
import { now } from '../../kernel/values/instant.ts';
import { retryMessagesJob } from '../../messaging/delivery/message-retry.ts';
import { createSessionsJob } from '../../sessions/batch/batch-creation.ts';
import { sendPushJob } from '../../wallets/notification/push-job.ts';
import { recoverEndpointJob } from '../../webhooks/recovery/endpoint-recovery.ts';

/** The values of `--send-again`. */
export const sendings = ['messages', 'webhooks', 'pushes'] as const;
export type Sending = (typeof sendings)[number];

const sendingOf: Record<string, Sending> = {
  [sendToGroupJob.kind]: 'messages',
  [retryMessagesJob.kind]: 'messages',
  [sendPushJob.kind]: 'pushes',
  [recoverEndpointJob.kind]: 'webhooks',
};

const restored =
  'The database was restored from a backup. Sessions with the sequence ids of this job may have been created and handed out since, so the job does not continue. Create the other sessions again.';

export interface StoppedJob {
  id: string;
  account: string;
  kind: string;
  status: 'PAUSED' | 'FAILED';
}

/**
 * Pauses sending jobs, because they may have sent more since the backup. Ends jobs that have reserved session numbers.
 */
export async function stopJobs(database: Database, sendAgain: ReadonlySet<Sending>): Promise<StoppedJob[]> {
  const kinds = [...Object.keys(sendingOf), createSessionsJob.kind];
  const open = await findRows(
    database,
    jobs,
    { status: ['QUEUED', 'RUNNING', 'PAUSED'], kind: kinds },
    { order: { id: 'ASC' } },
  );
  const stopped: StoppedJob[] = [];
  for (const job of open) {
    const { id, accountId, kind } = job;
    if (accountId === null) continue;
    if (kind === createSessionsJob.kind) {
      await endCreation(database, job);
      stopped.push({ id, account: accountId, kind, status: 'FAILED' });
      continue;
    }
    const sending = sendingOf[kind];
    // A push without a message only makes phones fetch changes, so it can be repeated.
    if (!sending || sendAgain.has(sending) || JSON.parse(job.input).push === '') continue;
    await database.transaction((transaction) =>
      changeJob(transaction, { id, accountId }, ['QUEUED', 'RUNNING'], 'PAUSED'),
    );
    stopped.push({ id, account: accountId, kind, status: 'PAUSED' });
  }
  return stopped;
}

async function endCreation(database: Database, job: Job): Promise<void> {
  await database.transaction(async (transaction) => {
    await updateRows(transaction, jobs, { id: job.id }, { status: 'FAILED', finishedAt: now(), error: restored });
    await createSessionsJob.onEarlyEnd?.(transaction, job);
  });
}
