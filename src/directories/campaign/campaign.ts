import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { cardRow } from '../../loyalty/card/card.ts';

/** Rejects with `COUPON_NOT_FOUND` or `LOYALTY_CARD_NOT_FOUND` unless the account has the campaign. */
export async function requireCampaign(transaction: Transaction, accountId: string, id: string): Promise<void> {
  if (id.startsWith('loy_')) await requireRow(transaction, cardRow, { accountId, id }, 'shared');
  else await requireRow(transaction, couponRow, { accountId, id }, 'shared');
}
