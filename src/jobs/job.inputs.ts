import { z } from 'zod';
import { idInput } from '../api/inputs.ts';
import { type Job, jobStatuses } from '../kernel/jobs/job.ts';

export const jobId = idInput('job', 'a job id', 'The job');

export const jobStatus = z.enum(jobStatuses).meta({
  id: 'JobStatus',
  description: 'The status of a job.',
  values: {
    QUEUED: 'The next step waits for a worker.',
    RUNNING: 'A worker is running it.',
    PAUSED: 'Paused by `pauseJob` or by the service. `resumeJob` continues it.',
    DONE: 'Finished.',
    FAILED: 'Failed after too many attempts.',
    CANCELLED: 'Cancelled. Completed work is kept.',
  },
});

export const jobIdOnly = z.object({ id: jobId });

/**
 * The public kinds of jobs, each with its stored kind and the input property that names the subject. Jobs for personal
 * data hide the person.
 */
const startedKinds = {
  CREATE_COUPON_SESSIONS: { stored: 'createSessionsStep', subject: 'coupon' },
  ERASE_PERSONAL_DATA: { stored: 'erasePersonalDataStep', subject: null },
  EXPORT_PERSONAL_DATA: { stored: 'exportPersonalDataStep', subject: null },
  PRINT_SHEET: { stored: 'printSheetStep', subject: 'coupon' },
  RECOVER_WEBHOOK_ENDPOINT: { stored: 'recoverEndpointStep', subject: 'endpoint' },
  RETRY_MESSAGES: { stored: 'retryMessagesStep', subject: 'job' },
  SEND_PUSH: { stored: 'sendPushStep', subject: 'campaign' },
  SEND_TO_GROUP: { stored: 'sendToGroupStep', subject: 'coupon' },
} as const;

type JobKindName = keyof typeof startedKinds;

export const jobKind = z.enum(Object.keys(startedKinds) as JobKindName[]).meta({
  id: 'JobKind',
  description: 'The kind of work that a job does.',
  values: {
    CREATE_COUPON_SESSIONS: 'Creates sessions: `createCouponSessionsJob`.',
    ERASE_PERSONAL_DATA: "Erases a person's data: `erasePersonalData`.",
    EXPORT_PERSONAL_DATA: "Collects a person's data: `exportPersonalData`.",
    PRINT_SHEET: 'Creates a sheet of codes: `createPrintSheet`.',
    RECOVER_WEBHOOK_ENDPOINT: 'Queues the deliveries that an endpoint missed: `recoverWebhookEndpoint`.',
    RETRY_MESSAGES: 'Sends the failed messages of another job again: `retryMessages`.',
    SEND_PUSH: 'Sends a push message to phones: `sendCouponPush`, `sendLoyaltyPush`.',
    SEND_TO_GROUP: 'Sends a coupon to a group of contacts: `sendToGroup`.',
  },
});

export function storedKindOf(name: JobKindName): string {
  return startedKinds[name].stored;
}

/** Returns the work of a job, or null if a later version started it. */
export function workOf({ kind, input }: Job): { kind: JobKindName; subject: string | null } | null {
  const found = Object.entries(startedKinds).find(([, { stored }]) => stored === kind);
  if (!found) return null;
  const [name, { subject }] = found;
  const given = subject && (JSON.parse(input) as Record<string, string>)[subject];
  return { kind: name as JobKindName, subject: subject === null ? null : (given ?? '') };
}
