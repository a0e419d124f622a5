import { accountRow } from '../../accounts/account/account.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { type EventType, record } from '../../kernel/event-log/event.ts';
import { couponTags } from '../tag/tag.ts';
import { type Coupon, coupons } from './coupon.ts';
import { couponEventData } from './coupon-extensions.ts';
import { readCouponLocations } from './coupon-locations.ts';

export async function saveCoupon(
  transaction: Transaction,
  coupon: Coupon,
  type: EventType<'COUPON_EDIT'>,
  keyId: string,
): Promise<Coupon> {
  await updateRows(transaction, coupons, { id: coupon.id }, coupon);
  await recordEdit(transaction, coupon, type, keyId);
  return coupon;
}

export async function recordEdit(
  transaction: Transaction,
  coupon: Coupon,
  type: EventType<'COUPON_EDIT'>,
  keyId: string,
): Promise<void> {
  const tags = await findRows(transaction, couponTags, { couponId: coupon.id }, { order: { tag: 'ASC' } });
  const { parentId } = await requireRow(transaction, accountRow, { id: coupon.accountId });
  const [locations = []] = coupon.locationCount > 0 ? await readCouponLocations(transaction, [coupon.id]) : [];
  const data = { ...coupon, subaccount: parentId && coupon.accountId, tags: tags.map(({ tag }) => tag), locations };
  for (const dataOf of couponEventData.extensions) Object.assign(data, await dataOf(transaction, coupon.id));
  await record(transaction, {
    kind: 'COUPON_EDIT',
    type,
    accountId: coupon.accountId,
    keyId,
    campaignId: coupon.id,
    data,
  });
}
