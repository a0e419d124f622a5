import { removeApiKeys } from '../../accounts/api-key/api-key.ts';
import { removeRequests } from '../../accounts/requests/logged-request.ts';
import { removeNotices } from '../../accounts/viewer/notice.ts';
import { removeCalls } from '../../api/idempotency.ts';
import { removeAudit } from '../../audit/audit-chain.ts';
import { removeContacts } from '../../contacts/contact/contact.ts';
import { nextGroup, removeGroup } from '../../contacts/group/contact-group.ts';
import { nextCoupon, removeCoupon } from '../../coupons/coupon/coupon.ts';
import { removeFolders } from '../../coupons/folder/folder.ts';
import { removePlacements } from '../../directories/campaign/placement.ts';
import { nextDirectory, removeDirectory } from '../../directories/directory/directory.ts';
import { removeMembers } from '../../directories/user/user.ts';
import { removeSheets } from '../../exports/print/code-sheet.ts';
import { removeExternalIdsOf } from '../../external-ids/external-id.ts';
import { removeImportSteps } from '../../external-ids/step-of-import.ts';
import { emptyEvents } from '../../kernel/event-log/event-retention.ts';
import { removeJobs } from '../../kernel/jobs/job-retention.ts';
import { type RemovalStep, removeEach } from '../../kernel/jobs/removal.ts';
import { removeLocations } from '../../locations/location/location.ts';
import { nextCard, removeCard } from '../../loyalty/card/card.ts';
import { removePersonsOf } from '../../loyalty/person/person.ts';
import { removeRewards } from '../../loyalty/reward/reward.ts';
import { removeUsers } from '../../loyalty/user/loyalty-member-changes.ts';
import { removeContentsOf } from '../../messaging/content/message-content.ts';
import { removeCertificateRequests } from '../../messaging/integration/certificate-request.ts';
import { removeIntegrations } from '../../messaging/integration/integration.ts';
import { removeReceiptsOfCoupon } from '../../messaging/message/coupon-receipt.ts';
import { removeMessages } from '../../messaging/message/message-retention.ts';
import { removeOptOuts } from '../../messaging/opt-out/opt-out.ts';
import { removeEarlyReceipts } from '../../messaging/receipt/early-receipt.ts';
import { removeLinks } from '../../people/link/person-link.ts';
import { removePeople } from '../../people/person/person-removal.ts';
import { removeSignIns } from '../../people/sign-in/person-sign-in.ts';
import { removePersonalExports } from '../../privacy/personal-data/exported-part.ts';
import { removeReserved } from '../../sessions/batch/sequence-reservation.ts';
import { removeMarksOfCoupon } from '../../sessions/index/session-mark.ts';
import { removeSearchKeys } from '../../sessions/index/session-search-key.ts';
import { removeSubmissions } from '../../sessions/landing/landing-submission.ts';
import { removeIdentities, removeSessions } from '../../sessions/session/session-removal.ts';
import { removeCodeSpaces, removeCodes } from '../../sessions/validation-code/validation-code.ts';
import { removeStatistics } from '../../statistics/tally/statistics-removal.ts';
import { removeTills } from '../../tills/till/till.ts';
import { removeDesign, removePictures } from '../../wallets/design/wallet-picture.ts';
import { removePassesOf } from '../../wallets/device/device-registration.ts';
import { removeGoogleClasses } from '../../wallets/google-pass/google-class.ts';
import { removeLanes } from '../../wallets/notification/wallet-lane.ts';
import { removePassCounts } from '../../wallets/pass/pass-counts.ts';
import { removeWalletCampaign } from '../../wallets/pass/wallet-campaign.ts';
import { removePushes, removePushesOfAccount } from '../../wallets/push/push.ts';
import { removeDeliveriesOf } from '../../webhooks/delivery/delivery.ts';
import { nextEndpoint, removeEndpoint } from '../../webhooks/endpoint/endpoint.ts';
import { removeBacklog } from '../../webhooks/fan-out/fan-out-worker.ts';
import { removeTraffic } from '../../webhooks/traffic/endpoint-traffic.ts';

// The order of the steps ensures that no row refers to a removed one.

export const groupSteps: readonly RemovalStep[] = [removeContacts, removeGroup];

export const couponSteps: readonly RemovalStep[] = [
  removePassesOf,
  removeGoogleClasses,
  removePassCounts,
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
];

export const directorySteps: readonly RemovalStep[] = [removeMembers, removeDirectory];

export const endpointSteps: readonly RemovalStep[] = [removeDeliveriesOf, removeTraffic, removeEndpoint];

export const cardSteps: readonly RemovalStep[] = [
  removePassesOf,
  removeGoogleClasses,
  removePassCounts,
  removeWalletCampaign,
  removeDesign,
  removePushes,
  removeUsers,
  removeRewards,
  removePlacements,
  removeCard,
];

/** The steps that remove an account. Jobs and events go first, so that they create nothing more. */
export const accountSteps: readonly RemovalStep[] = [
  removeSheets,
  removePersonalExports,
  removeJobs,
  emptyEvents,
  removeEach(nextEndpoint, endpointSteps),
  removeBacklog,
  removeEach(nextGroup, groupSteps),
  removeEach(nextDirectory, directorySteps),
  removeEach(nextCoupon, couponSteps),
  removeSearchKeys,
  removeReserved,
  removeFolders,
  removeEach(nextCard, cardSteps),
  removePersonsOf,
  removeLocations,
  removePushesOfAccount,
  removePictures,
  removeLanes,
  removeEarlyReceipts,
  removeMessages,
  removeContentsOf,
  removeCertificateRequests,
  removeIntegrations,
  removeOptOuts,
  removeStatistics,
  removeTills,
  removeSignIns,
  removeLinks,
  removePeople,
  removeApiKeys,
  removeNotices,
  removeRequests,
  removeCalls,
  removeExternalIdsOf,
  removeImportSteps,
  removeAudit,
];
