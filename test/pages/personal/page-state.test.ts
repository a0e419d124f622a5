import { expect, test } from 'vitest';
import { nextChange, pageStateOf } from '../../../src/pages/personal/page-state.ts';

const at = '2026-05-05 12:00:00.000';
const [early, late, later] = ['2026-05-01 12:00:00.000', '2026-05-06 12:00:00.000', '2026-05-07 12:00:00.000'];
const coupon = { startsAt: null, lockedAt: null, voidedAt: null };
const session = { voidedAt: null, validatedAt: null, lockedAt: null, expiresAt: null, heldUntil: null };

test.each([
  ['USABLE', null, {}, {}],
  ['USABLE', null, { startsAt: early }, { expiresAt: late, heldUntil: early }],
  ['HELD', late, {}, { heldUntil: late }],
  ['FUTURE', late, { startsAt: late }, { heldUntil: late }],
  ['LOCKED', early, { lockedAt: at, startsAt: late }, { lockedAt: early }],
  ['EXPIRED', at, { lockedAt: early }, { expiresAt: at }],
  ['REDEEMED', early, { lockedAt: early }, { validatedAt: early, expiresAt: early }],
  ['VOIDED', early, { voidedAt: early }, { voidedAt: at, validatedAt: early }],
  ['VOIDED', at, {}, { voidedAt: at }],
])('%s since or until %s', (kind, time, offered, held) => {
  expect(pageStateOf({ ...coupon, ...offered }, { ...session, ...held }, at)).toEqual({ kind, at: time });
});

test('the page changes by itself at the next of its times', () => {
  expect(nextChange(coupon, session, at)).toBeNull();
  expect(nextChange({ ...coupon, startsAt: early }, { ...session, expiresAt: later, heldUntil: late }, at)).toBe(late);
});
