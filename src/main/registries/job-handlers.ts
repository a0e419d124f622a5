import { removeAccountJob } from '../../accounts/closing/account-removal.ts';
import { advanceClockJob } from '../../accounts/testing/clock-advance.ts';
import { purgeContactGroup } from '../../contacts/group/contact-group-removal.ts';
import { sendToGroupJob } from '../../contacts/sending/group-sending-job.ts';
import { purgeCoupon } from '../../coupons/coupon/coupon-removal.ts';
import { purgeDirectory } from '../../directories/directory/directory-removal.ts';
import { expirePaidAccessJob } from '../../directories/user/paid-access.ts';
import { printSheetJob } from '../../exports/print/code-sheet-job.ts';
import type { Handler, JobDefinition } from '../../kernel/jobs/job-definition.ts';
import { defineRemoval } from '../../kernel/jobs/removal.ts';
import { purgeLoyaltyCard } from '../../loyalty/card/card-removal.ts';
import { freeReceiptsJob } from '../../messaging/delivery/job-messages.ts';
import { retryMessagesJob } from '../../messaging/delivery/message-retry.ts';
import { erasePersonJob, exportPersonJob } from '../../privacy/personal-data/person-work-job.ts';
import { createSessionsJob } from '../../sessions/batch/batch-creation-job.ts';
import { sendPushJob } from '../../wallets/telling/push-job.ts';
import { markAccountJob } from '../../wallets/update/renamed-account.ts';
import { purgeEndpoint } from '../../webhooks/endpoint/endpoint-removal.ts';
import { recoverEndpointJob } from '../../webhooks/recovery/endpoint-recovery.ts';
import { cardSteps, couponSteps, directorySteps, endpointSteps, groupSteps } from './removal-steps.ts';

/** All kinds of jobs. */
export const definedJobs: readonly JobDefinition[] = [
  advanceClockJob,
  createSessionsJob,
  erasePersonJob,
  expirePaidAccessJob,
  exportPersonJob,
  freeReceiptsJob,
  markAccountJob,
  printSheetJob,
  recoverEndpointJob,
  retryMessagesJob,
  sendPushJob,
  sendToGroupJob,
  removeAccountJob,
  defineRemoval(purgeContactGroup, groupSteps),
  defineRemoval(purgeCoupon, couponSteps),
  defineRemoval(purgeDirectory, directorySteps),
  defineRemoval(purgeEndpoint, endpointSteps),
  defineRemoval(purgeLoyaltyCard, cardSteps),
];

/** The handlers of jobs, by kind. */
export const handlers: Record<string, Handler> = Object.fromEntries(definedJobs.map(({ kind, step }) => [kind, step]));
