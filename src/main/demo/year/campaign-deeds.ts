import { accountRow } from '../../../accounts/account/account.ts';
import { blankCoupon, type Coupon, couponRow, coupons } from '../../../coupons/coupon/coupon.ts';
import { changeCoupon } from '../../../coupons/coupon/coupon-changes.ts';
import { recordEdit, saveCoupon } from '../../../coupons/coupon/coupon-events.ts';
import { lockCoupon, voidCoupon } from '../../../coupons/status/coupon-status.ts';
import { setTags } from '../../../coupons/tag/coupon-tag.ts';
import { reserveWithin } from '../../../kernel/database/sequence.ts';
import { requireRow } from '../../../kernel/database/single-row.ts';
import { createSessionBatch } from '../../../sessions/batch/batch-creation.ts';
import { addToPool } from '../../../sessions/validation-code/code-pool.ts';
import type { CodeForm } from '../../../sessions/validation-code/validation-code.ts';
import { type Day, timeOf } from './calendar.ts';
import type { Deed, Making, Numbered } from './deed.ts';
import type { Dice } from './dice.ts';
import { type Campaign, existing } from './year-campaigns.ts';

/** The codes of a scarce campaign that are left at the end. */
export const left = 11;

/** The flyers that are printed for a campaign. */
export const flyers = 240;

const printed = { pattern: '######', alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ' };

/** Returns what the office does with a campaign: creates it, imports or prints codes, and voids or locks it. */
export function campaignDeeds(
  campaign: Campaign,
  index: number,
  { dayAgo, sessions, claims }: { dayAgo: (ago: number) => Day; sessions: readonly Numbered[]; claims: number },
): Deed[] {
  const before = dayAgo(campaign.from + 1);
  const { isScarce, by, voided, locked } = campaign;
  return [
    ...(index < existing ? [] : [{ at: timeOf(before, 95), run: (making: Making) => create(making, campaign, index) }]),
    ...(isScarce
      ? [{ at: timeOf(before, 120), run: (making: Making) => importCodes(making, index, claims + left) }]
      : []),
    ...(by === 'FLYER'
      ? [
          {
            at: timeOf(before, 150),
            sessions,
            run: (making: Making) => print(making, index, sessions, isScarce ? null : printed),
          },
        ]
      : []),
    ...(voided ? [{ at: timeOf(dayAgo(voided), -100), run: (making: Making) => voidAll(making, index) }] : []),
    ...(locked ? [{ at: timeOf(dayAgo(locked), 200), run: (making: Making) => lock(making, index) }] : []),
  ];
}

async function create({ transaction, input }: Making, { changes, folder, tags }: Campaign, index: number) {
  const account = await requireRow(transaction, accountRow, { id: input.account });
  const coupon = blankCoupon(account.id, account.timezone);
  coupon.id = input.campaigns[index] ?? coupon.id;
  changeCoupon(coupon, { ...changes, folder: input.folders[folder] ?? null });
  await transaction.manager.insert(coupons, coupon);
  await setTags(transaction, coupon.id, tags);
  await recordEdit(transaction, coupon, 'coupon_created', input.office);
}

/** Imports the codes of the town hall. */
async function importCodes({ transaction, input }: Making, index: number, amount: number) {
  const { id } = await couponOf({ transaction, input }, index);
  const codes = Array.from({ length: amount }, (_, line) => ({ line, code: `TOWN-${1001 + line * 7}` }));
  await addToPool(transaction, id, codes, await reserveWithin(transaction, 'code', amount));
}

async function print(
  { transaction, input, at }: Making,
  index: number,
  sessions: readonly Numbered[],
  codes: CodeForm | null,
) {
  const first = input.firstSession + (sessions[0]?.number ?? 0);
  const batch = { first, amount: sessions.length, createdAt: at, status: 'NORMAL', codes } as const;
  await createSessionBatch(transaction, await couponOf({ transaction, input }, index), batch, input.office);
}

async function voidAll({ transaction, input }: Making, index: number) {
  const coupon = await couponOf({ transaction, input }, index);
  voidCoupon(coupon);
  await saveCoupon(transaction, coupon, 'coupon_edit_voided', input.office);
}

async function lock({ transaction, input }: Making, index: number) {
  const coupon = await couponOf({ transaction, input }, index);
  lockCoupon(coupon);
  await saveCoupon(transaction, coupon, 'coupon_edit_locked', input.office);
}

/** Returns a campaign of the list. */
function couponOf({ transaction, input }: Pick<Making, 'transaction' | 'input'>, index: number): Promise<Coupon> {
  return requireRow(
    transaction,
    couponRow,
    { accountId: input.account, id: input.campaigns[index] ?? '' },
    'exclusive',
  );
}

/** Returns how many codes are issued on a day: more when the campaign is new. */
export function issuedOn(day: Day, campaign: Campaign, busyness: number, dice: Dice): number {
  if (day.ago > campaign.from || day.ago < campaign.to) return 0;
  const novelty = 1 + 1.4 * Math.exp((day.ago - campaign.from) / 6);
  const growth = 1.15 - day.ago / 1000;
  return dice.amount(campaign.daily * busyness * novelty * growth);
}
