import { z } from 'zod';
import { filterInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { searchPage } from '../../kernel/database/list.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import { insertRow, lockRow, requireRow, shareRow } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { locationId } from '../../locations/location/location.inputs.ts';
import { folderId } from '../folder/folder.inputs.ts';
import { folderRow } from '../folder/folder.ts';
import { landingPageOf } from '../landing-page/landing-page.inputs.ts';
import { setLandingPage } from '../landing-page/landing-page.ts';
import { requireRoomForTags, setTags } from '../tag/tag.ts';
import { couponId, couponIdOnly, couponInputs, couponState, couponStatus } from './coupon.inputs.ts';
import {
  type BriefCoupon,
  blankCoupon,
  type Coupon,
  couponRow,
  coupons as couponTable,
  couponTexts,
  purgeCoupon,
} from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { changeCoupon } from './coupon-changes.ts';
import { recordEdit, saveCoupon } from './coupon-events.ts';
import { couponCategoryConditions, couponUses } from './coupon-extensions.ts';
import { countLocations, writeLocations } from './coupon-locations.ts';
import { type CouponState, couponStates, stateColumn, stateTimes } from './coupon-state.ts';

export const coupon = query({
  name: 'coupon',
  description: 'A coupon of the account.',
  scope: 'READ',
  input: z.object({ id: couponId }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, couponRow, { accountId: viewer.account.id, id: input.id }),
});

const filter = filterInput('CouponFilter', 'Filters coupons. All conditions must match.', 'all coupons', {
  text: z.string().trim().min(1).max(100).nullish().meta({
    description:
      'Only coupons whose name or title contains this text, or whose code or id is this text. Ignores case in names and titles. 1 to 100 characters.',
  }),
  states: z
    .array(couponState)
    .min(1)
    .max(couponStates.length)
    .nullish()
    .meta({ description: 'Only coupons that are currently in one of these states.' }),
  status: couponStatus.nullish().meta({ description: 'Only coupons with this status.' }),
  folder: folderId.nullish().meta({ description: 'Only coupons in this folder.' }),
  tags: z
    .array(z.string().max(50))
    .max(50)
    .nullish()
    .meta({ description: 'Only coupons with at least one of these tags.' }),
  category: z
    .string()
    .max(100)
    .nullish()
    .meta({ scalar: 'ID', idKinds: ['category'], description: 'Only coupons in this category of a directory.' }),
  location: locationId.nullish().meta({ description: 'Only coupons that name this location.' }),
});

export const coupons = connection({
  name: 'coupons',
  description:
    'The coupons of the account, newest first. With `text` or `states`, a page reads at most 10,000 coupons. A page before the last one can therefore be short or empty.',
  scope: 'READ',
  input: z.object({ filter }),
  type: CouponType,
  problems: ['FOLDER_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const filter = input.filter ?? {};
    const accountId = viewer.account.id;
    if (filter.folder) await requireRow(database, folderRow, { accountId, id: filter.folder });
    return filteredCoupons(database, accountId, filter, page);
  },
  keysOf: (coupon) => [coupon.createdAt, coupon.id],
});

export const createCoupon = mutation({
  name: 'createCoupon',
  description: 'Creates a coupon.',
  scope: 'WRITE',
  input: z.object({
    ...couponInputs,
    status: couponStatus.default('ACTIVE').meta({ description: 'The status of the coupon.' }),
  }),
  type: CouponType,
  problems: ['FOLDER_NOT_FOUND', 'LOCATION_NOT_FOUND', 'TOO_MANY_TAGS'],
  run: async ({ input, viewer, transaction }) => {
    if (input.folder) await shareRow(transaction, folderRow, { accountId: viewer.account.id, id: input.folder });
    const coupon = blankCoupon(viewer.account.id, input.timezone ?? viewer.account.timezone);
    changeCoupon(coupon, input);
    coupon.status = input.status;
    const locations = await countLocations(transaction, coupon, input.locations ?? []);
    await requireRoomForTags(transaction, coupon, input.tags ?? []);
    await insertRow(transaction, couponTable, coupon);
    await writeLocations(transaction, coupon, locations);
    await setTags(transaction, coupon.id, input.tags ?? []);
    if (input.landingPage) await setLandingPage(transaction, coupon, landingPageOf(input.landingPage));
    await recordEdit(transaction, coupon, 'coupon_created', viewer.keyId);
    return coupon;
  },
});

mutation({
  name: 'updateCoupon',
  description:
    'Updates a coupon. Omitted fields keep their values; `null` clears a field, but leaves `name` and `timezone` unchanged. A new flexible expiry applies only to sessions started after the update. A new time zone does not change local times, so they refer to different points in time.',
  scope: 'WRITE',
  input: z.object({ id: couponId, ...couponInputs, name: couponInputs.name.nullish() }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'FOLDER_NOT_FOUND', 'LOCATION_NOT_FOUND', 'TOO_MANY_TAGS'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await lockRow(transaction, couponRow, { accountId: viewer.account.id, id: input.id });
    if (input.folder) await shareRow(transaction, folderRow, { accountId: viewer.account.id, id: input.folder });
    changeCoupon(coupon, input);
    if (input.locations !== undefined)
      await writeLocations(transaction, coupon, await countLocations(transaction, coupon, input.locations ?? []));
    if (input.tags !== undefined) {
      await requireRoomForTags(transaction, coupon, input.tags ?? []);
      await setTags(transaction, coupon.id, input.tags ?? []);
    }
    const { landingPage } = input;
    if (landingPage !== undefined) await setLandingPage(transaction, coupon, landingPage && landingPageOf(landingPage));
    return saveCoupon(transaction, coupon, 'coupon_updated', viewer.keyId);
  },
});

mutation({
  name: 'deleteCoupon',
  description:
    'Deletes a coupon and its sessions. A coupon with sessions must be voided first. The coupon and its sessions are hidden from all callers immediately. A job then removes them from the database.',
  scope: 'WRITE',
  input: couponIdOnly,
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'COUPON_HAS_SESSIONS'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await lockRow(transaction, couponRow, { accountId: viewer.account.id, id: input.id });
    const uses = await Promise.all(couponUses.extensions.map((isUsed) => isUsed(transaction, coupon.id)));
    if (uses.includes(true) && !coupon.voidedAt) throw new Problem('COUPON_HAS_SESSIONS');
    coupon.deletedAt = now();
    await enqueue(transaction, purgeCoupon, { coupon: coupon.id });
    return saveCoupon(transaction, coupon, 'coupon_removed', viewer.keyId);
  },
});

export interface CouponFilter {
  text?: string | null | undefined;
  states?: readonly CouponState[] | null | undefined;
  status?: Coupon['status'] | null | undefined;
  folder?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  category?: string | null | undefined;
  location?: string | null | undefined;
}

/** No index helps with texts and states, so a page reads at most this many coupons: about 30 ms on SQLite. */
const maxSearched = 10_000;

/**
 * Returns coupons, newest first, with one more than the page holds. A search that has read the maximum may return
 * fewer.
 */
export function filteredCoupons(
  connection: Connection,
  accountId: string,
  { text, states, status, folder, tags, category, location }: CouponFilter,
  page: Page,
  max = maxSearched,
): Promise<Searched<BriefCoupon>> {
  const contains = (column: string) => `INSTR(${connection.dialect.lowerCase(column)}, :lower) > 0`;
  return searchPage(connection, page, {
    source: couponTexts.brief,
    where: { accountId },
    filter: { status, folderId: folder || null },
    conditions: {
      sql: [
        tags?.length && 'EXISTS (SELECT 1 FROM coupon_tags g WHERE g.coupon_id = t.id AND g.tag IN (:tags))',
        location && 'EXISTS (SELECT 1 FROM coupon_locations p WHERE p.coupon_id = t.id AND p.location_id = :place)',
        ...(category ? couponCategoryConditions.extensions.map((condition) => condition('t.id', ':category')) : []),
      ],
      values: { tags: tags ?? [], category: category ?? null, place: location ?? null },
    },
    sought: {
      max,
      sql: [
        text && `(${contains('t.name')} OR ${contains('t.title')} OR t.code = :text OR t.id = :text)`,
        states && `${stateColumn} IN (:states)`,
      ],
      values: { ...stateTimes(), text: text ?? null, lower: text?.toLowerCase() ?? null, states: states ?? [] },
    },
  });
}
