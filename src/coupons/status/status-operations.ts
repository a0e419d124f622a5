import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import type { Viewer } from '../../api/viewer.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import { Problem, type ProblemCode } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { couponId, couponIdOnly, couponStatus } from '../coupon/coupon.inputs.ts';
import { type Coupon, couponRow } from '../coupon/coupon.ts';
import { CouponType } from '../coupon/coupon.type.ts';
import { saveCoupon } from '../coupon/coupon-events.ts';

export const voidCoupon = mutation({
  ...marking('voidedAt', true, 'COUPON_ALREADY_VOIDED', 'coupon_edit_voided'),
  name: 'voidCoupon',
  description:
    'Voids a coupon. Until it is unvoided, calls that claim, validate or change its sessions fail with `COUPON_VOIDED`.',
});

mutation({
  ...marking('voidedAt', false, 'COUPON_NOT_VOIDED', 'coupon_edit_unvoided'),
  name: 'unvoidCoupon',
  description: 'Restores a voided coupon.',
});

export const lockCoupon = mutation({
  ...marking('lockedAt', true, 'COUPON_ALREADY_LOCKED', 'coupon_edit_locked'),
  name: 'lockCoupon',
  description:
    'Locks a coupon. Until it is unlocked, calls that claim, validate or change its sessions fail with `COUPON_LOCKED`.',
});

mutation({
  ...marking('lockedAt', false, 'COUPON_NOT_LOCKED', 'coupon_edit_unlocked'),
  name: 'unlockCoupon',
  description: 'Unlocks a coupon.',
});

export const setCouponStatus = mutation({
  name: 'setCouponStatus',
  description: 'Changes the status of a coupon from `EXAMPLE` to `ACTIVE` or back.',
  scope: 'WRITE',
  input: z.object({ id: couponId, status: couponStatus.meta({ description: 'The new status.' }) }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_STATUS_UNCHANGED'],
  run: (call) =>
    change(call, 'coupon_updated', (coupon) => {
      if (coupon.status === call.input.status) throw new Problem('COUPON_STATUS_UNCHANGED');
      coupon.status = call.input.status;
    }),
});

function marking(
  mark: 'voidedAt' | 'lockedAt',
  isMarked: boolean,
  problem: ProblemCode,
  event: EventType<'COUPON_EDIT'>,
) {
  return {
    scope: 'WRITE',
    input: couponIdOnly,
    type: CouponType,
    problems: ['COUPON_NOT_FOUND', problem],
    run: (call: Call) =>
      change(call, event, (coupon) => {
        if ((coupon[mark] !== null) === isMarked) throw new Problem(problem);
        coupon[mark] = isMarked ? now() : null;
      }),
  } as const;
}

interface Call {
  input: { id: string };
  viewer: Viewer;
  transaction: Transaction;
}

async function change(
  { input, viewer, transaction }: Call,
  event: EventType<'COUPON_EDIT'>,
  make: (coupon: Coupon) => void,
): Promise<Coupon> {
  const coupon = await lockRow(transaction, couponRow, { accountId: viewer.account.id, id: input.id });
  make(coupon);
  return saveCoupon(transaction, coupon, event, viewer.keyId);
}
