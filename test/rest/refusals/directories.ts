import { makeCoupon } from '../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { withoutDirectory } from './directory-names.ts';
import { type Refusals, refusal, unknown } from './table.ts';

export const directoriesV4: Refusals = {
  method: 'GET',
  path: '/v4/directory',
  document: '{ directories { nodes { id } } }',
  of: async () => [],
};

export const directoriesV3: Refusals = {
  path: '/v3/directory/list',
  document: '{ directories { nodes { id } } }',
  of: async () => [],
};

const document = 'query ($id: ID!) { directory(id: $id) { id } }';

export const directoryGet: Refusals = {
  method: 'GET',
  path: '/v4/directory/{id}',
  document,
  of: (app, client) => withoutDirectory(app, client, (id) => [{ id }, { id }]),
};

export const directoryInfo: Refusals = {
  path: '/v3/directory/info',
  document,
  of: async (app, client) => [
    refusal('directory is missing', [200], {}, {}),
    refusal('directory is empty', [200], { directory: '' }, { id: '' }),
    ...(await withoutDirectory(app, client, (id) => [{ directory: id }, { id }], 301)),
  ],
};

export const campaignAdd: Refusals = {
  path: '/v4/directory/{id}/campaigns',
  document: 'mutation ($input: AddDirectoryCampaignInput!) { addDirectoryCampaign(input: $input) { id } }',
  of: async (app, client) => {
    const directory = await makeDirectory(app.database, client.owner);
    const other = await makeDirectory(app.database, client.owner);
    const stranger = await app.client();
    const { id: campaign } = await makeCoupon(app.database, client.owner);
    const { id: foreignCard } = await makeCard(app.database, stranger.owner);
    const { id: foreign } = await makeCoupon(app.database, stranger.owner);
    const { id: deleted } = await makeCoupon(app.database, client.owner, { deletedAt: '2026-01-01 00:00:00.000' });
    const { campaignId: placed } = await makePlacement(app.database, client.owner, directory);
    const { id: otherCategory } = await makeCategory(app.database, other);
    const theirs = await makeDirectory(app.database, stranger.owner);
    const { id: foreignCategory } = await makeCategory(app.database, theirs);
    const of = (campaign: unknown, category?: unknown, id = directory.id) => {
      const body = { campaign, ...(category !== undefined && { category }) };
      return [{ id, ...body }, { input: { directory: id, ...body } }] as const;
    };
    return [
      refusal('campaign is missing', [200], { id: directory.id }, { input: { directory: directory.id } }),
      refusal('campaign is empty', [200], ...of('')),
      refusal('campaign is malformed', [502], ...of('cam_!')),
      refusal('campaign is a list', [502], ...of([campaign, placed])),
      refusal('the campaign is unknown', [502], ...of(unknown.coupon), 'COUPON_NOT_FOUND'),
      refusal('the campaign belongs to another account', [502], ...of(foreign), 'COUPON_NOT_FOUND'),
      refusal('the campaign is deleted', [502], ...of(deleted), 'COUPON_NOT_FOUND'),
      refusal('the loyalty card is unknown', [505], ...of(unknown.card), 'LOYALTY_CARD_NOT_FOUND'),
      refusal('the loyalty card belongs to another account', [505], ...of(foreignCard), 'LOYALTY_CARD_NOT_FOUND'),
      refusal('the campaign is already in the directory', [366], ...of(placed), 'DIRECTORY_CAMPAIGN_EXISTS'),
      refusal('category is malformed', [519], ...of(campaign, 'cat_!')),
      refusal('the category is unknown', [519], ...of(campaign, unknown.category), 'CATEGORY_NOT_FOUND'),
      refusal('the category belongs to another directory', [519], ...of(campaign, otherCategory), 'CATEGORY_NOT_FOUND'),
      refusal('the category belongs to another account', [519], ...of(campaign, foreignCategory), 'CATEGORY_NOT_FOUND'),
      // A malformed id in the path takes precedence over everything else.
      refusal('the directory is malformed and campaign is missing', [507], { id: 'dir_!' }),
      ...(await withoutDirectory(app, client, (id) => of(campaign, undefined, id))),
    ];
  },
};

export const campaignRemove: Refusals = {
  method: 'DELETE',
  path: '/v4/directory/{id}/campaigns',
  document: 'mutation ($input: RemoveDirectoryCampaignInput!) { removeDirectoryCampaign(input: $input) { id } }',
  of: async (app, client) => {
    const directory = await makeDirectory(app.database, client.owner);
    const other = await makeDirectory(app.database, client.owner);
    const { campaignId: elsewhere } = await makePlacement(app.database, client.owner, other);
    const { id: nowhere } = await makeCoupon(app.database, client.owner);
    const of = (campaign: unknown, id = directory.id) =>
      [{ id, campaign }, { input: { directory: id, campaign } }] as const;
    return [
      refusal('campaign is missing', [200], { id: directory.id }, { input: { directory: directory.id } }),
      refusal('campaign is malformed', [520], ...of('cam_!')),
      refusal('the campaign is unknown', [520], ...of(unknown.coupon), 'DIRECTORY_CAMPAIGN_NOT_FOUND'),
      refusal('the campaign is in no directory', [520], ...of(nowhere), 'DIRECTORY_CAMPAIGN_NOT_FOUND'),
      refusal('the campaign is in another directory', [520], ...of(elsewhere), 'DIRECTORY_CAMPAIGN_NOT_FOUND'),
      ...(await withoutDirectory(app, client, (id) => of(elsewhere, id))),
    ];
  },
};
