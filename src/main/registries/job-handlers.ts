import { purgeContactGroup } from '../../contacts/group/contact-group-removal.ts';
import { sendToGroupStep } from '../../contacts/sending/group-sending-job.ts';
import { purgeCoupon } from '../../coupons/coupon/coupon-removal.ts';
import { purgeDirectory } from '../../directories/directory/directory-removal.ts';
import { expirePaidAccess } from '../../directories/user/paid-access.ts';
import type { Handler } from '../../kernel/jobs/job-worker.ts';
import { purgeLoyaltyCard } from '../../loyalty/card/card-removal.ts';
import { freeReceiptsOfCancelled } from '../../messaging/delivery/job-messages.ts';
import { createSessionsStep } from '../../sessions/batch/batch-creation-job.ts';
import { purgeEndpoint } from '../../webhooks/endpoint/endpoint-removal.ts';
import { recoverEndpointStep } from '../../webhooks/recovery/endpoint-recovery.ts';

/** Who does the jobs of each kind. */
export const handlers: Record<string, Handler> = {
  createSessionsStep,
  expirePaidAccess,
  freeReceiptsOfCancelled,
  purgeContactGroup,
  purgeCoupon,
  purgeDirectory,
  purgeEndpoint,
  purgeLoyaltyCard,
  recoverEndpointStep,
  sendToGroupStep,
};
