import { directories } from '../../../directories/directory/list-directories.ts';
import { graphql } from '../../documents/typed-document.ts';
import { call } from '../adapter/row.ts';

export const directoryFragment = graphql(`
  fragment DirectoryFields on Directory {
    id code name description imageUrl createdAt updatedAt url
    categories { id name }
    campaigns { id: campaignId category { id } }
  }
`);

export const directoryUserFragment = graphql(`
  fragment DirectoryUserFields on DirectoryUser {
    id email firstName lastName phone birthDate address zip city custom1 custom2 custom3
    blockedAt hasPaidAccess paidAccessUntil createdAt updatedAt
  }
`);

/** Lists all directories of the account, a hundred per page. */
export const listAllDirectories = call(
  directories,
  graphql(
    `query ($first: Int, $after: String) {
      directories(first: $first, after: $after) {
        nodes { ...DirectoryFields }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    [directoryFragment],
  ),
  {},
  { first: 100 },
);
