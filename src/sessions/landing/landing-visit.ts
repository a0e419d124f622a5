import { transactFor } from '../../accounts/account/account-root.ts';
import { type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { findLandingPage, type LandingPage } from '../../coupons/landing-page/landing-page.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { record } from '../../kernel/event-log/event.ts';
import type { CampaignTags } from './campaign-tags.ts';

const couponColumns = selectList(columnsOf(coupons, 'c'));

export interface PublicCoupon {
  coupon: Coupon;
  accountName: string;
  /** The page. Null if customers need a link of their own. */
  page: LandingPage | null;
}

export async function findPublicCoupon(database: Database, code: string): Promise<PublicCoupon | null> {
  const [found] = await database.rows<Coupon & { accountName: string }>(
    `SELECT ${couponColumns}, a.name AS accountName FROM coupons c JOIN accounts a ON a.id = c.account_id
     WHERE c.code = ? AND c.deleted_at IS NULL AND a.closed_at IS NULL`,
    [code],
  );
  if (!found) return null;
  const { accountName, ...coupon } = found;
  return { coupon, accountName, page: await findLandingPage(database, coupon.id) };
}

export interface VisitOfEvent extends Pick<Coupon, 'id' | 'code' | 'name' | 'title'> {
  tags: CampaignTags;
}

/** Records a visit. The caller decides which visits count. */
export async function recordVisit(database: Database, coupon: Coupon, tags: CampaignTags): Promise<void> {
  const { id, code, name, title, accountId } = coupon;
  const data: VisitOfEvent = { id, code, name, title, tags };
  await transactFor(database, accountId, (transaction) =>
    record(transaction, {
      ...{ kind: 'LANDING_PAGE', type: 'landing_page_opened', accountId, keyId: null, campaignId: id },
      data,
    }),
  );
}
