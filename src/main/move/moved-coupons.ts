import { accounts } from '../../accounts/account/account.ts';
import { timezone } from '../../api/inputs.ts';
import { blankCoupon, type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { writeLocations } from '../../coupons/coupon/coupon-locations.ts';
import { setTags } from '../../coupons/tag/tag.ts';
import { findRow, insertRow } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { type AccountMove, type Storing, textsIn } from './account-move.ts';
import { idOfNew } from './external-keys.ts';
import { storeLocations } from './moved-locations.ts';
import { couponAnswer, couponListAnswer, type SourceCoupon } from './source-shapes.ts';

export async function moveCoupons(move: AccountMove): Promise<string[]> {
  const { coupon_info: listed } = await move.source.post('/v3/coupon/list', {}, couponListAnswer);
  const ids = listed.map(({ ID }) => ID);
  // The source lists the newest ids first.
  const oldestFirst = ids.toReversed();
  for (const ID of oldestFirst) {
    const step = move.step(`coupons ${ID}`, 'coupons');
    if (step.finished) continue;
    const { coupon_info: found } = await move.source.post('/v3/coupon/info', { campaign: ID }, couponAnswer);
    await move.storeOne('coupons', ID, (storing) => storeCoupon(storing, found));
  }
  return oldestFirst;
}

async function storeCoupon(storing: Storing, given: SourceCoupon): Promise<void> {
  const { dryRun, transaction } = storing;
  const { ID, code } = given;
  const id = await idOfNew(storing, { kind: 'coupon', names: [ID], code });
  if (!id) return;
  const coupon = await couponOf(storing, id, given);
  if (dryRun) return;
  const named = await storeLocations(storing, ID, given.locations ?? []);
  coupon.locationCount = named.length;
  await insertRow(transaction, coupons, coupon);
  await writeLocations(transaction, coupon, named);
  const tags = (given.coupon_tags ?? '').split(',').map((tag) => tag.trim().slice(0, 50));
  await setTags(transaction, coupon.id, tags.filter(Boolean).slice(0, 50));
}

async function couponOf({ transaction, step, accountId }: Storing, id: string, given: SourceCoupon): Promise<Coupon> {
  const { ID } = given;
  const text = textsIn(step, ID, given);
  const account = await findRow(transaction, accounts, { id: accountId });
  const zone = timezone.safeParse(given.timezone).success ? (given.timezone as string) : (account?.timezone ?? 'UTC');
  const days = given.expiry_type === 'flexible' ? Number(given.expiry_days) || null : null;
  const banners = ([1, 2, 3, 4, 5] as const).flatMap((number) => secure(given[`banner${number}`]));
  return {
    ...blankCoupon(accountId, zone),
    ...{ id, code: given.code, name: text('name', 100) || ID },
    ...{ title: text('title', 200), subtitle: text('subtitle', 200) },
    ...{ description: text('description', 10_000), terms: text('terms', 10_000) },
    termsShort: text('terms_short', 1000),
    ...{ poweredBy: text('poweredby', 100), poweredByUrl: secure(given.poweredbylink)[0] ?? null },
    ...{ imageUrl: secure(given.coupon_image)[0] ?? null, logoUrl: secure(given.logo_url)[0] ?? null },
    bannerList: banners.length > 0 ? JSON.stringify(banners) : null,
    status: given.status === 'example' ? 'EXAMPLE' : 'ACTIVE',
    startsAt: given.start_date,
    expiryType: days ? 'FLEXIBLE' : given.expirydate ? 'FIXED' : 'NONE',
    expiryDays: days,
    expiresAt: days ? null : given.expirydate,
    lockedAt: given.locked ? now() : null,
    voidedAt: given.voided ? now() : null,
    value: /^\d{1,12}(\.\d{1,4})?$/.test(given.coupon_value ?? '') ? given.coupon_value : null,
    currency: /^[A-Z]{3}$/.test(given.currency ?? '') ? given.currency : null,
  };
}

/** Returns only https addresses, because the pages for customers load nothing over http. */
function secure(address: string | null): string[] {
  return address && /^https:\/\//.test(address) && address.length <= 500 ? [address] : [];
}
