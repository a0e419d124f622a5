import {
  addDirectoryCampaign,
  removeDirectoryCampaign,
} from '../../directories/campaign/directory-campaign-operations.ts';
import { directories, directory as findDirectory } from '../../directories/directory/directory-operations.ts';
import { directoryV4Of } from '../../representations/directory-info.ts';
import { text } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { campaign, directoryIdField } from '../fields/campaign-arguments.ts';

const section = 'v4 directory';

export const listDirectories = row({
  method: 'GET',
  path: '/v4/directory',
  summary: 'List directories',
  section,
  fields: {},
  calls: only(directories, {}, { first: 100 }),
  whole: {
    item: directoryV4Of,
  },
});

export const getDirectory = row({
  method: 'GET',
  path: '/v4/directory/{id}',
  summary: 'Get a directory',
  section,
  fields: { id: directoryIdField('id') },
  calls: only(findDirectory, { DIRECTORY_NOT_FOUND: 507 }),
  reply: (directory, { loader }) => directoryV4Of(directory, loader),
});

export const addCampaign = row({
  path: '/v4/directory/{id}/campaigns',
  summary: 'Add a campaign to a directory',
  section,
  fields: {
    id: directoryIdField('directory'),
    campaign: {
      ...campaign('campaign', 'COUPON_NOT_FOUND'),
      description: 'The id of the campaign: a coupon or a loyalty card.',
    },
    category: text({
      argument: 'category',
      invalid: 'CATEGORY_NOT_FOUND',
      description: 'The id of the category in which to place the campaign.',
      example: 'cat_0a1b2c3d4e5f',
    }),
  },
  calls: only(addDirectoryCampaign, {
    DIRECTORY_NOT_FOUND: 507,
    COUPON_NOT_FOUND: 502,
    LOYALTY_CARD_NOT_FOUND: 505,
    CATEGORY_NOT_FOUND: 519,
    DIRECTORY_CAMPAIGN_EXISTS: 366,
  }),
  reply: (directory, { loader }) => directoryV4Of(directory, loader),
});

export const removeCampaign = row({
  method: 'DELETE',
  path: '/v4/directory/{id}/campaigns',
  summary: 'Remove a campaign from a directory',
  section,
  fields: {
    id: directoryIdField('directory'),
    campaign: {
      ...campaign('campaign', 'DIRECTORY_CAMPAIGN_NOT_FOUND'),
      description: 'The id of the campaign, in the body.',
    },
  },
  calls: only(removeDirectoryCampaign, { DIRECTORY_NOT_FOUND: 507, DIRECTORY_CAMPAIGN_NOT_FOUND: 520 }),
});
