import { addDirectoryCampaign } from '../../../directories/campaign/add-directory-campaign.ts';
import { removeDirectoryCampaign } from '../../../directories/campaign/remove-directory-campaign.ts';
import { directory as findDirectory } from '../../../directories/directory/find-directory.ts';
import { graphql } from '../../documents/typed-document.ts';
import { directoryV4 } from '../../representations/directory-info.ts';
import { text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { directoryFragment, listAllDirectories } from '../documents/directory-fragments.ts';
import { directoryIdField } from '../fields/directory-fields.ts';

const section = 'v4 directory';

export const listDirectories = row({
  method: 'GET',
  path: '/v4/directory',
  summary: 'List directories',
  section,
  fields: {},
  calls: { only: listAllDirectories },
  whole: {
    items: ({ directories: { nodes } }) => nodes.map(directoryV4),
    next: ({ directories: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  },
});

export const getDirectory = row({
  method: 'GET',
  path: '/v4/directory/{id}',
  summary: 'Get a directory',
  section,
  fields: { id: directoryIdField('id') },
  calls: {
    only: call(
      findDirectory,
      graphql('query ($id: ID!) { directory(id: $id) { ...DirectoryFields } }', [directoryFragment]),
      { DIRECTORY_NOT_FOUND: 507 },
    ),
  },
  reply: ({ directory }) => directoryV4(directory),
});

export const addCampaign = row({
  path: '/v4/directory/{id}/campaigns',
  summary: 'Add a campaign to a directory',
  section,
  fields: {
    id: directoryIdField('directory'),
    campaign: text({
      argument: 'campaign',
      invalid: 'COUPON_NOT_FOUND',
      required: true,
      description: 'The id of the campaign: a coupon or a loyalty card.',
      example: 'cam_0a1b2c3d4e5f',
    }),
    category: text({
      argument: 'category',
      invalid: 'CATEGORY_NOT_FOUND',
      description: 'The id of the category in which to place the campaign.',
      example: 'cat_0a1b2c3d4e5f',
    }),
  },
  calls: {
    only: call(
      addDirectoryCampaign,
      graphql(
        'mutation ($input: AddDirectoryCampaignInput!) { directory: addDirectoryCampaign(input: $input) { ...DirectoryFields } }',
        [directoryFragment],
      ),
      {
        DIRECTORY_NOT_FOUND: 507,
        COUPON_NOT_FOUND: 502,
        LOYALTY_CARD_NOT_FOUND: 505,
        CATEGORY_NOT_FOUND: 519,
        DIRECTORY_CAMPAIGN_EXISTS: 366,
      },
    ),
  },
  reply: ({ directory }) => directoryV4(directory),
});

export const removeCampaign = row({
  method: 'DELETE',
  path: '/v4/directory/{id}/campaigns',
  summary: 'Remove a campaign from a directory',
  section,
  fields: {
    id: directoryIdField('directory'),
    campaign: text({
      argument: 'campaign',
      invalid: 'DIRECTORY_CAMPAIGN_NOT_FOUND',
      required: true,
      description: 'The id of the campaign, in the body.',
      example: 'cam_0a1b2c3d4e5f',
    }),
  },
  calls: {
    only: call(
      removeDirectoryCampaign,
      graphql(
        'mutation ($input: RemoveDirectoryCampaignInput!) { directory: removeDirectoryCampaign(input: $input) { id } }',
      ),
      { DIRECTORY_NOT_FOUND: 507, DIRECTORY_CAMPAIGN_NOT_FOUND: 520 },
    ),
  },
});
