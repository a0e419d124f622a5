import { accountRenamings } from '../../accounts/account/account-extensions.ts';
import { testAccountPreparations } from '../../accounts/testing/account-pair.ts';
import { clockFollowers, clockPrunings, logCursors } from '../../accounts/testing/clock-followers.ts';
import { couponCategoryConditions, couponEventData, couponUses } from '../../coupons/coupon/coupon-extensions.ts';
import { categoriesOfCoupon, isInCategory } from '../../directories/campaign/placement.ts';
import { followedAccess } from '../../directories/user/paid-access.ts';
import { jobDefinitions } from '../../kernel/jobs/job-definition.ts';
import { followedMessages } from '../../messaging/delivery/clock-messages.ts';
import { connectOutbox } from '../../messaging/integration/outbox-channels.ts';
import { removeReceiptsOfSession } from '../../messaging/message/coupon-receipt.ts';
import { pruneMessagesOf } from '../../messaging/message/message-retention.ts';
import { appleChecks } from '../../messaging/platform/apple/apple-wallet.ts';
import { removeSubmission } from '../../sessions/landing/landing-submission.ts';
import { hasSessions } from '../../sessions/session/session-lookup.ts';
import { sessionRemovals } from '../../sessions/session/session-removal.ts';
import { countingCursor } from '../../statistics/counting/event-counting.ts';
import { refusalOfCertificate } from '../../wallets/apns/apns-client.ts';
import { markPassesOf } from '../../wallets/update/renamed-account.ts';
import { walletCursor } from '../../wallets/update/wallet-updates.ts';
import { pruneDeliveriesOf } from '../../webhooks/delivery/delivery-retention.ts';
import { followedDeliveries } from '../../webhooks/fan-out/clock-deliveries.ts';
import { definedJobs } from './job-handlers.ts';

// The functions that nouns add to nouns of lower domains. A process that serves requests or runs jobs must import this
// file.
accountRenamings.fill(markPassesOf);
appleChecks.fill(refusalOfCertificate);
clockFollowers.fill(followedAccess, followedMessages, followedDeliveries);
clockPrunings.fill(
  (database, id, { messages }) => pruneMessagesOf(database, id, messages),
  (database, id, { deliveries, events }) => pruneDeliveriesOf(database, id, { delivered: deliveries, others: events }),
);
couponCategoryConditions.fill(isInCategory);
couponEventData.fill(categoriesOfCoupon);
couponUses.fill(hasSessions);
jobDefinitions.fill(...definedJobs);
logCursors.fill(countingCursor, walletCursor);
sessionRemovals.fill(removeReceiptsOfSession, removeSubmission);
testAccountPreparations.fill(connectOutbox);
