import { defineDomain } from '../kernel/domain.ts';
import { coupons } from './coupon/coupon.ts';
import { couponLocations } from './coupon/coupon-locations.ts';
import { couponProblems } from './coupon-problems.ts';
import { folders } from './folder/folder.ts';
import { landingPages } from './landing-page/landing-page.ts';
import { couponTags } from './tag/tag.ts';

export const couponsDomain = defineDomain({
  problems: couponProblems,
  tables: [folders, coupons, couponTags, couponLocations, landingPages],
});
