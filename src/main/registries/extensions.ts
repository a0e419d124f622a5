import { couponCategoryConditions, couponEventData, couponUses } from '../../coupons/coupon/coupon-extensions.ts';
import { categoriesOfCoupon, isInCategory } from '../../directories/campaign/placement.ts';
import { jobDefinitions } from '../../kernel/jobs/job-definition.ts';
import { removeReceiptsOfSession } from '../../messaging/message/coupon-receipt.ts';
import { hasSessions } from '../../sessions/session/session-lookup.ts';
import { sessionRemovals } from '../../sessions/session/session-removal.ts';
import { definedJobs } from './job-handlers.ts';

// What nouns add to those below them. Everything that serves requests or runs jobs imports this file.
couponCategoryConditions.fill(isInCategory);
couponEventData.fill(categoriesOfCoupon);
couponUses.fill(hasSessions);
jobDefinitions.fill(...definedJobs);
sessionRemovals.fill(removeReceiptsOfSession);
