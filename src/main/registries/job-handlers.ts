import { advanceClockJob } from '../../accounts/testing/clock-advance.ts';
import { removeContacts } from '../../contacts/contact/contact.ts';
import { purgeContactGroup, removeGroup } from '../../contacts/group/contact-group-removal.ts';
import { sendToGroupJob } from '../../contacts/sending/group-sending-job.ts';
import { purgeCoupon, removeCoupon } from '../../coupons/coupon/coupon-removal.ts';
import { removePlacements } from '../../directories/campaign/placement.ts';
import { purgeDirectory, removeDirectory } from '../../directories/directory/directory-removal.ts';
import { completeMemberKeysJob } from '../../directories/search/member-key-completion.ts';
import { expirePaidAccessJob } from '../../directories/user/paid-access.ts';
import { removeMembers } from '../../directories/user/user.ts';
import { renameEventsJob } from '../../events/event-renaming.ts';
import { printSheetJob } from '../../exports/print/code-sheet-job.ts';
import type { Handler, JobDefinition } from '../../kernel/jobs/job-definition.ts';
import { defineRemoval } from '../../kernel/jobs/removal.ts';
import { purgeLoyaltyCard, removeCard } from '../../loyalty/card/card-removal.ts';
import { removeRewards } from '../../loyalty/reward/reward.ts';
import { completeSearchKeysJob } from '../../loyalty/search/key-completion.ts';
import { removeUsers } from '../../loyalty/user/membership-removal.ts';
import { freeReceiptsJob } from '../../messaging/delivery/job-messages.ts';
import { retryMessagesJob } from '../../messaging/delivery/message-retry.ts';
import { removeReceiptsOfCoupon } from '../../messaging/message/coupon-receipt.ts';
import { createSessionsJob } from '../../sessions/batch/batch-creation-job.ts';
import { dropSessionIndexesJob, indexCustomIdsJob, indexSessionsJob } from '../../sessions/index/index-completion.ts';
import { removeMarksOfCoupon } from '../../sessions/index/session-mark.ts';
import { removeSubmissions } from '../../sessions/landing/landing-submission.ts';
import { removeIdentities, removeSessions } from '../../sessions/session/session-removal.ts';
import { removeCodeSpaces, removeCodes } from '../../sessions/validation-code/validation-code.ts';
import { countRecordsJob } from '../../statistics/counting/earlier-records.ts';
import { removeDesign } from '../../wallets/design/design-removal.ts';
import { removePassesOf } from '../../wallets/device/pass-removal.ts';
import { removeGoogleClasses } from '../../wallets/google-pass/google-class.ts';
import { removeWalletCampaign } from '../../wallets/pass/wallet-campaign.ts';
import { removeHolders } from '../../wallets/pass/wallet-holders.ts';
import { removePushes } from '../../wallets/push/push.ts';
import { sendPushJob } from '../../wallets/telling/push-job.ts';
import { markAccountJob } from '../../wallets/update/renamed-account.ts';
import { removeDeliveriesOf } from '../../webhooks/delivery/delivery-retention.ts';
import { purgeEndpoint, removeEndpoint } from '../../webhooks/endpoint/endpoint-removal.ts';
import { recoverEndpointJob } from '../../webhooks/recovery/endpoint-recovery.ts';
import { removeTraffic } from '../../webhooks/traffic/endpoint-traffic.ts';

/** All kinds of jobs. The steps of a removal run in this order, so that no row refers to a removed one. */
export const definedJobs: readonly JobDefinition[] = [
  advanceClockJob,
  completeMemberKeysJob,
  completeSearchKeysJob,
  countRecordsJob,
  createSessionsJob,
  dropSessionIndexesJob,
  expirePaidAccessJob,
  freeReceiptsJob,
  indexCustomIdsJob,
  indexSessionsJob,
  markAccountJob,
  printSheetJob,
  recoverEndpointJob,
  renameEventsJob,
  retryMessagesJob,
  sendPushJob,
  sendToGroupJob,
  defineRemoval(purgeContactGroup, [removeContacts, removeGroup]),
  defineRemoval(purgeCoupon, [
    removePassesOf,
    removeGoogleClasses,
    removeHolders,
    removeWalletCampaign,
    removeDesign,
    removeSessions,
    removeMarksOfCoupon,
    removeIdentities,
    removeSubmissions,
    removeReceiptsOfCoupon,
    removeCodes,
    removeCodeSpaces,
    removePlacements,
    removePushes,
    removeCoupon,
  ]),
  defineRemoval(purgeDirectory, [removeMembers, removeDirectory]),
  defineRemoval(purgeEndpoint, [removeDeliveriesOf, removeTraffic, removeEndpoint]),
  defineRemoval(purgeLoyaltyCard, [
    removePassesOf,
    removeGoogleClasses,
    removeHolders,
    removeWalletCampaign,
    removeDesign,
    removePushes,
    removeUsers,
    removeRewards,
    removePlacements,
    removeCard,
  ]),
];

/** The handlers of jobs, by kind. */
export const handlers: Record<string, Handler> = Object.fromEntries(definedJobs.map(({ kind, step }) => [kind, step]));
