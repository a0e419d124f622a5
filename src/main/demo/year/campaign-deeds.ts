import { accountRow } from '../../../accounts/account/account.ts';
import { blankCoupon, type Coupon, couponRow, coupons } from '../../../coupons/coupon/coupon.ts';
import { changeCoupon } from '../../../coupons/coupon/coupon-changes.ts';
import { recordEdit, saveCoupon } from '../../../coupons/coupon/coupon-events.ts';
import { lockCoupon, voidCoupon } from '../../../coupons/status/coupon-status.ts';
import { setTags } from '../../../coupons/tag/tag.ts';
import { insertRow, lockRow, requireRow } from '../../../kernel/database/rows.ts';
import { reserveWithin } from '../../../kernel/database/sequence.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { createSessionBatch } from '../../../sessions/batch/batch-creation.ts';
import { addToPool } from '../../../sessions/validation-code/code-pool.ts';
import { type Day, timeOf } from './calendar.ts';
import type { Deed, Making, Numbered } from './deed.ts';
import type { Dice } from './dice.ts';
import { type Campaign, existing } from './year-campaigns.ts';

/** The codes of the town hall that are left at the end. */
export const left = 11;

/** Returns what the office does with a campaign: creates it, imports codes and prints flyers, and voids or locks it. */
export function campaignDeeds(
  campaign: Campaign,
  index: number,
  { dayAgo, sessions }: { dayAgo: (ago: number) => Day; sessions: readonly Numbered[] },
): Deed[] {
  const before = dayAgo(campaign.from + 1);
  const { voided, locked } = campaign;
  const deed = (at: Instant, run: Deed['run'], more: Partial<Deed> = {}): Deed[] => [{ at, run, ...more }];
  return [
    ...(index < existing ? [] : deed(timeOf(before, 95), (making) => create(making, campaign, index))),
    ...(campaign.by === 'FLYER'
      ? [
          ...deed(timeOf(before, 120), (making) => importCodes(making, index, sessions.length)),
          ...deed(timeOf(before, 150), (making) => print(making, index, sessions), { sessions }),
        ]
      : []),
    ...(voided ? deed(timeOf(dayAgo(voided), -100), (making) => stop(making, index, 'voided')) : []),
    ...(locked ? deed(timeOf(dayAgo(locked), 200), (making) => stop(making, index, 'locked')) : []),
  ];
}

async function create({ transaction, input }: Making, { changes, folder, tags }: Campaign, index: number) {
  const account = await requireRow(transaction, accountRow, { id: input.account });
  const coupon = blankCoupon(account.id, account.timezone);
  coupon.id = input.campaigns[index] ?? coupon.id;
  changeCoupon(coupon, { ...changes, folder: input.folders[folder] ?? null });
  await insertRow(transaction, coupons, coupon);
  await setTags(transaction, coupon.id, tags);
  await recordEdit(transaction, coupon, 'coupon_created', input.office);
}

async function importCodes({ transaction, input }: Making, index: number, amount: number) {
  const { id } = await couponOf({ transaction, input }, index);
  const codes = Array.from({ length: amount }, (_, line) => ({ line, code: `TOWN-${1001 + line * 7}` }));
  await addToPool(transaction, id, codes, await reserveWithin(transaction, 'code', amount));
}

async function print({ transaction, input, at }: Making, index: number, sessions: readonly Numbered[]) {
  const first = input.firstSession + (sessions[0]?.number ?? 0);
  const batch = { first, amount: sessions.length, createdAt: at, status: 'NORMAL', codes: null } as const;
  await createSessionBatch(transaction, await couponOf({ transaction, input }, index), batch, input.office);
}

async function stop({ transaction, input }: Making, index: number, how: 'voided' | 'locked') {
  const coupon = await couponOf({ transaction, input }, index);
  (how === 'voided' ? voidCoupon : lockCoupon)(coupon);
  await saveCoupon(transaction, coupon, `coupon_edit_${how}`, input.office);
}

function couponOf({ transaction, input }: Pick<Making, 'transaction' | 'input'>, index: number): Promise<Coupon> {
  return lockRow(transaction, couponRow, { accountId: input.account, id: input.campaigns[index] ?? '' });
}

export function issuedOn(day: Day, campaign: Campaign, busyness: number, dice: Dice): number {
  if (day.ago > campaign.from || day.ago < campaign.to) return 0;
  const novelty = 1 + 1.4 * Math.exp((day.ago - campaign.from) / 6);
  const growth = 1.15 - day.ago / 1000;
  return dice.amount(campaign.daily * busyness * novelty * growth);
}
