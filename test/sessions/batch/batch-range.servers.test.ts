import { expect, test } from 'vitest';
import { requireShortRange } from '../../../src/sessions/batch/batch-range.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';

const app = useApp();

test('a range is too long when it has more sessions of its coupon than allowed, however far apart they are', async () => {
  const client = await app.client();
  const [coupon, other] = [await makeCoupon(app.database, client.owner), await makeCoupon(app.database, client.owner)];
  await makeSessions(app.database, coupon, [{}]);
  await makeSessions(app.database, other, [{}, {}, {}, {}]);
  await makeSessions(app.database, coupon, [{}, {}]);
  const range = { couponId: coupon.id, first: 0, last: Number.MAX_SAFE_INTEGER };

  await requireShortRange(app.database, range, 3);
  await expect(requireShortRange(app.database, range, 2)).rejects.toMatchObject({ code: 'RANGE_TOO_LONG' });
});
