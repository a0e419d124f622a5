import { accountRemovals } from '../../accounts/closing/account-removal.ts';
import { accountRenamings } from '../../accounts/account/account-extensions.ts';
import { couponCategoryConditions, couponEventData, couponUses } from '../../coupons/coupon/coupon-extensions.ts';
import { categoriesOfCoupon, isInCategory } from '../../directories/campaign/placement.ts';
import { jobDefinitions } from '../../kernel/jobs/job-definition.ts';
import { removeReceiptsOfSession } from '../../messaging/message/coupon-receipt.ts';
import { appleChecks } from '../../messaging/platform/apple/apple-wallet.ts';
import { removeSubmission } from '../../sessions/landing/landing-submission.ts';
import { hasSessions } from '../../sessions/session/session-lookup.ts';
import { sessionRemovals } from '../../sessions/session/session-removal.ts';
import { refusalOfCertificate } from '../../wallets/apns/apns-client.ts';
import { markPassesOf } from '../../wallets/update/renamed-account.ts';
import { definedJobs } from './job-handlers.ts';
import { accountSteps } from './removal-steps.ts';

// The functions that nouns add to nouns of lower domains. A process that serves requests or runs jobs must import this
// file.
accountRemovals.fill(...accountSteps);
accountRenamings.fill(markPassesOf);
appleChecks.fill(refusalOfCertificate);
couponCategoryConditions.fill(isInCategory);
couponEventData.fill(categoriesOfCoupon);
couponUses.fill(hasSessions);
jobDefinitions.fill(...definedJobs);
sessionRemovals.fill(removeReceiptsOfSession, removeSubmission);
