import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { findRow, requireRow } from '../../kernel/database/rows.ts';
import { cardRow, type LoyaltyCard } from '../../loyalty/card/card.ts';

/** A campaign that can have a wallet design. */
export type DesignCampaign = { coupon: Coupon } | { card: LoyaltyCard };

/** Rejects with `COUPON_NOT_FOUND` or `LOYALTY_CARD_NOT_FOUND` unless the account has the campaign. */
export async function requireDesignCampaign(
  connection: Connection,
  accountId: string,
  id: string,
  lock?: RowLock,
): Promise<DesignCampaign> {
  if (id.startsWith('loy_')) return { card: await requireRow(connection, cardRow, { accountId, id }, lock) };
  return { coupon: await requireRow(connection, couponRow, { accountId, id }, lock) };
}

/** Returns the campaign of any account, or null when there is none. */
export async function findDesignCampaign(connection: Connection, id: string): Promise<DesignCampaign | null> {
  if (id.startsWith('loy_')) {
    const card = await findRow(connection, cardRow, { id });
    return card && { card };
  }
  const coupon = await findRow(connection, couponRow, { id });
  return coupon && { coupon };
}

/** Returns the ids with which the tables of wallets name a campaign. */
export function namesOfCampaign(campaign: DesignCampaign): { campaignId: string; accountId: string } {
  const { id: campaignId, accountId } = 'coupon' in campaign ? campaign.coupon : campaign.card;
  return { campaignId, accountId };
}
