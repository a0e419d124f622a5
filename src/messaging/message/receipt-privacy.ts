import { deleteRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { spellingsOf } from '../../personal-data/sought-person.ts';
import { type CouponReceipt, couponReceipts } from './coupon-receipt.ts';

/** Which coupons the address of the person received. Without its receipt, the address can receive the coupon again. */
export const personalReceipts = personalNoun<CouponReceipt>({
  name: 'couponReceipts',
  next: async (connection, person, after) => {
    const found = await connection.rows<CouponReceipt>(
      ...bind(
        `SELECT r.coupon_id AS couponId, r.address AS address, r.message_id AS messageId, r.created_at AS createdAt
         FROM coupons c JOIN coupon_receipts r ON r.coupon_id = c.id AND r.address IN (:values)
         WHERE c.account_id = :accountId AND c.id > :after ORDER BY c.id LIMIT ${rowsAtOnce}`,
        { accountId: person.accountId, values: spellingsOf(person), after: after ?? '' },
      ),
    );
    return foundAmong(found, ({ couponId }) => couponId, found);
  },
  erase: async (transaction, person, receipts) => {
    await deleteRows(transaction, couponReceipts, {
      couponId: receipts.map(({ couponId }) => couponId),
      address: spellingsOf(person),
    });
  },
});
