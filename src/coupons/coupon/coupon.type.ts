import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownColumns, shownFields, tillFieldsOf } from '../../api/noun-fields.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { LocationType } from '../../locations/location/location.type.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { couponPath } from '../../vocabulary/links.ts';
import { FolderType, findFolder } from '../folder/folder.type.ts';
import { findLandingPage } from '../landing-page/landing-page.ts';
import { LandingPageType } from '../landing-page/landing-page.type.ts';
import { couponTags } from '../tag/tag.ts';
import { couponFields } from './coupon.fields.ts';
import { couponState, couponStatus } from './coupon.inputs.ts';
import { type BriefCoupon, bannersOf, coupons, couponTexts, type expiryTypes } from './coupon.ts';
import { findCouponLocations } from './coupon-locations.ts';
import { stateOf } from './coupon-state.ts';

const ExpiryType = builder.enumType('ExpiryType', {
  description: 'How the sessions of a coupon expire.',
  values: {
    NONE: { description: 'Sessions do not expire.' },
    FIXED: { description: 'All sessions expire at the same time.' },
    FLEXIBLE: { description: 'Each session expires a given number of days after its start.' },
  } satisfies Record<(typeof expiryTypes)[number], object>,
});

export const CouponType = nodeType<BriefCoupon>('Coupon', {
  form: 'coupon',
  find: ofAccount(couponTexts.brief),
  description: 'A campaign with sessions that customers claim and tills validate.',
  tillFields: [
    ...tillFieldsOf(couponFields),
    ...['id', 'code', 'name', 'status', 'state', 'timezone', 'startDate', 'expiryType', 'expiryDate', 'expiryDays'],
    ...['lockedAt', 'voidedAt', 'locations'],
  ],
  fields: (t) => ({
    ...shownColumns(t, coupons, {
      id: '`cam_` followed by 12 characters.',
      code: 'The 8 characters that identify the coupon in its public address.',
      name: 'Name of the coupon in lists.',
      timezone: 'The time zone for the local times of the coupon: an IANA name, such as `Europe/Berlin`.',
      expiryDays: 'The number of days from the start of a session to its expiry. Only for the expiry type `FLEXIBLE`.',
      lockedAt: 'When the coupon was locked. Null if it is not locked.',
      voidedAt: 'When the coupon was voided. Null if it is not voided.',
      createdAt: 'When the coupon was created.',
    }),
    ...shownFields(t, couponFields, couponTexts),
    bannerUrls: t.stringList({ description: 'The addresses of further images, at most 5.', resolve: bannersOf }),
    status: t.expose('status', { type: enumTypeOf(couponStatus), description: 'The status of the coupon.' }),
    state: t.field({
      type: enumTypeOf(couponState),
      description:
        'The current state of the coupon. Depends on its status, its times, and whether it is locked or voided.',
      resolve: (coupon) => stateOf(coupon),
    }),
    url: t.string({
      description: 'The public address of the coupon.',
      resolve: (coupon, _, { services }) => services.publicUrl + couponPath(coupon.code),
    }),
    subaccount: t.id({
      nullable: true,
      description: 'The id of the subaccount that owns the coupon. Null if the owner is not a subaccount.',
      // Callers see only coupons of their own account.
      resolve: ({ accountId }, _, { viewer }) => (viewer?.account.parentId ? accountId : null),
    }),
    startDate: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the coupon starts. Sessions of the coupon cannot be claimed or validated earlier.',
    }),
    expiryType: t.expose('expiryType', { type: ExpiryType, description: 'How the sessions of the coupon expire.' }),
    expiryDate: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the sessions of the coupon expire. Only for the expiry type `FIXED`.',
    }),
    folder: t.field({
      type: FolderType,
      nullable: true,
      description: 'The folder that holds the coupon.',
      resolve: (coupon, _, { services }) => (coupon.folderId ? findFolder(services.database, coupon.folderId) : null),
    }),
    tags: t.stringList({
      description: 'The tags of the coupon, in alphabetical order.',
      resolve: (coupon, _, { services }) => findTags(services.database, coupon.id),
    }),
    locations: t.field({
      type: [LocationType],
      description:
        'The locations where the coupon can be redeemed, by name, at most 1,000. Not paginated. Without any, it can be redeemed everywhere.',
      cost: { items: 50 },
      resolve: (coupon, _, { services }) => findCouponLocations(services.database, coupon),
    }),
    landingPage: t.field({
      type: LandingPageType,
      nullable: true,
      description:
        'The form on the public page of the coupon with which visitors get their own session. Null if visitors need a personal link.',
      resolve: (coupon, _, { services }) => findLandingPage(services.database, coupon.id),
    }),
  }),
});

export const findTags = batched<string, string[]>(async (database, ids) => {
  const rows = await findRows(
    database,
    couponTags,
    { couponId: ids },
    { select: ['couponId', 'tag'], order: { tag: 'ASC' } },
  );
  const byCoupon = Map.groupBy(rows, ({ couponId }) => couponId);
  return ids.map((id) => byCoupon.get(id)?.map(({ tag }) => tag) ?? []);
});
