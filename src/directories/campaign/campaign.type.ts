import { builder } from '../../api/builder.ts';
import { couponTexts } from '../../coupons/coupon/coupon.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { cardTexts } from '../../loyalty/card/card.ts';
import { LoyaltyCardType } from '../../loyalty/card/card.type.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { partsOf } from '../../nodes/node-rows.ts';
import { type Category, categories } from '../category/category.ts';
import { CategoryType } from '../category/category.type.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import {
  categoriesOfCampaigns,
  directoryCampaignId,
  findPlaced,
  type PlacedCampaign,
  placementsOf,
} from './placement.ts';

const DirectoryCampaignType = nodeType<PlacedCampaign>('DirectoryCampaign', {
  form: /^dir_[0-9a-z]{12}:(cam|loy)_[0-9a-z]{12}$/,
  find: ({ database, viewer }, ids) => {
    const [directories = [], campaigns = []] = partsOf(ids);
    return findPlaced(database, { accountId: viewer.account.id, directories, campaigns });
  },
  idOf: directoryCampaignId,
  description: 'A campaign in a directory.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the directory and the id of the campaign, joined by a colon: `dir_…:cam_…`.',
      resolve: directoryCampaignId,
    }),
    campaignId: t.exposeID('campaignId', {
      description: 'The id of the coupon (`cam_…`) or loyalty card (`loy_…`). Inputs call it `campaign`.',
    }),
    name: t.exposeString('name', { description: 'Name of the campaign.' }),
    category: t.field({
      type: CategoryType,
      nullable: true,
      description: 'The category of the campaign in the directory.',
      resolve: ({ categoryId }, _, { services }) => (categoryId ? findCategory(services.database, categoryId) : null),
    }),
    paid: t.boolean({
      description: 'Whether only members with paid access can open the campaign.',
      resolve: ({ paidSince }) => paidSince !== null,
    }),
    position: t.exposeInt('position', { description: 'The position on the page. Positions ascend and can have gaps.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the campaign was added to the directory.',
    }),
    coupon: t.field({
      type: CouponType,
      nullable: true,
      description: 'The coupon, if the campaign is a coupon.',
      resolve: ({ campaignId }, _, { services }) => findCoupon(services.database, campaignId),
    }),
    loyaltyCard: t.field({
      type: LoyaltyCardType,
      nullable: true,
      description: 'The loyalty card, if the campaign is a loyalty card.',
      resolve: ({ campaignId }, _, { services }) => findCard(services.database, campaignId),
    }),
  }),
});

builder.objectField(DirectoryType, 'campaigns', (t) =>
  t.field({
    type: [DirectoryCampaignType],
    description: 'The campaigns of the directory, in page order. Not paginated.',
    resolve: ({ id }, _, { services }) => findPlacements(services.database, id),
  }),
);

builder.objectField(CouponType, 'categories', (t) =>
  t.field({
    type: [CategoryType],
    description:
      'The directory categories that contain the coupon. Sorted by the time when the coupon was placed in them. Not paginated.',
    resolve: ({ id }, _, { services }) => findCategoriesOfCampaign(services.database, id),
  }),
);

const findCategory = batchedRow(categories);

export const findPlacements = batched<string, PlacedCampaign[]>(async (database, ids) => {
  const found = await placementsOf(database, ids);
  return ids.map((id) => found.filter(({ directoryId }) => directoryId === id));
});

export const findCategoriesOfCampaign = batched<string, Category[]>(async (database, ids) => {
  const placed = Map.groupBy(await categoriesOfCampaigns(database, ids), ({ campaignId }) => campaignId);
  return ids.map((id) => placed.get(id) ?? []);
});

const findCoupon = batchedRow(couponTexts.brief);

const findCard = batchedRow(cardTexts.brief);
