import { accountRenamings } from '../../accounts/account/account-extensions.ts';
import { personalAuditEntries } from '../../accounts/audit/audit-log.ts';
import { accountRemovals } from '../../accounts/closing/account-removal.ts';
import { personalRequests } from '../../accounts/requests/logged-request.ts';
import { testAccountPreparations } from '../../accounts/testing/account-pair.ts';
import { clockFollowers, clockPrunings, logCursors } from '../../accounts/testing/clock-followers.ts';
import { personalNotices } from '../../accounts/viewer/notice.ts';
import { personalContacts } from '../../contacts/contact/contact-store.ts';
import { couponCategoryConditions, couponEventData, couponUses } from '../../coupons/coupon/coupon-extensions.ts';
import { isNamedByCoupons } from '../../coupons/coupon/coupon-locations.ts';
import { categoriesOfCoupon, isInCategory } from '../../directories/campaign/placement.ts';
import { personalDirectoryUsers } from '../../directories/search/member-privacy.ts';
import { followedAccess } from '../../directories/user/paid-access.ts';
import { personalEvents } from '../../events/event-privacy.ts';
import { personalJobs } from '../../jobs/job-privacy.ts';
import { jobDefinitions } from '../../kernel/jobs/job-definition.ts';
import { locationUses } from '../../locations/location/location-uses.ts';
import { followedPoints } from '../../loyalty/balance/point-expiry.ts';
import { personalEntries, personalLoyaltyUsers, personalPurchases } from '../../loyalty/search/user-privacy.ts';
import { followedMessages } from '../../messaging/delivery/clock-messages.ts';
import { connectOutbox, reconnections } from '../../messaging/integration/integration.ts';
import { removeReceiptsOfSession } from '../../messaging/message/coupon-receipt.ts';
import { personalMessages, personalReceipts } from '../../messaging/message/message-privacy.ts';
import { pruneMessagesOf } from '../../messaging/message/message-retention.ts';
import { personalOptOuts } from '../../messaging/opt-out/opt-out.ts';
import { personalCaptures } from '../../messaging/platform/outbox.ts';
import { providers } from '../../messaging/platform/platform.ts';
import { registeredProviders } from '../../messaging/platform/platform-list.inputs.ts';
import { personalEarlyReceipts } from '../../messaging/receipt/early-receipt.ts';
import { personalNouns } from '../../personal-data/personal-noun.ts';
import { personalExports } from '../../privacy/personal-data/exported-part.ts';
import { personalResults } from '../../privacy/personal-data/idempotent-results.ts';
import { removeSubmission } from '../../sessions/landing/landing-submission.ts';
import { hasSessions } from '../../sessions/session/session.ts';
import { personalSessions } from '../../sessions/session/session-privacy.ts';
import { sessionRemovals } from '../../sessions/session/session-removal.ts';
import { counting } from '../../statistics/counting/event-counting.ts';
import { lookAgain } from '../../wallets/notification/wallet-lane.ts';
import { personalPasses } from '../../wallets/update/pass-privacy.ts';
import { markPassesOf } from '../../wallets/update/renamed-account.ts';
import { walletUpdates } from '../../wallets/update/wallet-updates.ts';
import { pruneDeliveriesOf } from '../../webhooks/delivery/delivery.ts';
import { followedDeliveries } from '../../webhooks/fan-out/clock-deliveries.ts';
import { personalAttempts } from '../../webhooks/recovery/attempt-privacy.ts';
import { definedJobs } from './job-handlers.ts';
import { accountSteps } from './removal-steps.ts';

// Fills the extension points of lower domains. Every process that serves requests or runs jobs must import this file.
accountRemovals.fill(...accountSteps);
accountRenamings.fill(markPassesOf);
clockFollowers.fill(followedAccess, followedMessages, followedDeliveries, followedPoints);
clockPrunings.fill(
  (database, id, { messages }) => pruneMessagesOf(database, id, messages),
  (database, id, { deliveries, events }) => pruneDeliveriesOf(database, id, { delivered: deliveries, others: events }),
);
couponCategoryConditions.fill(isInCategory);
couponEventData.fill(categoriesOfCoupon);
couponUses.fill(hasSessions);
jobDefinitions.fill(...definedJobs);
// These must follow the nouns whose rows they refer to.
personalNouns.fill(
  personalSessions,
  personalLoyaltyUsers,
  personalEntries,
  personalPurchases,
  personalDirectoryUsers,
  personalContacts,
  // This comes before the messages: a message that is queued later is checked against the hash of the address.
  personalOptOuts,
  personalMessages,
  personalReceipts,
  personalEarlyReceipts,
  personalPasses,
  personalEvents,
  personalAttempts,
  personalAuditEntries,
  personalResults,
  personalJobs,
  personalNotices,
  personalCaptures,
  personalRequests,
  personalExports,
);
locationUses.fill(isNamedByCoupons);
logCursors.fill(counting.cursor, walletUpdates.cursor);
providers.fill(...registeredProviders);
reconnections.fill(lookAgain);
sessionRemovals.fill(removeReceiptsOfSession, removeSubmission);
testAccountPreparations.fill(connectOutbox);
