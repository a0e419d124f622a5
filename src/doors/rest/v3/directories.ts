import { directory as findDirectory } from '../../../directories/directory/find-directory.ts';
import { directoryUsers } from '../../../directories/search/list-directory-users.ts';
import { graphql } from '../../documents/typed-document.ts';
import { directoryInfo, directoryUserItem } from '../../representations/directory-info.ts';
import { page, pageIn } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { directoryFragment, directoryUserFragment, listAllDirectories } from '../documents/directory-fragments.ts';
import { directoryIdField } from '../fields/directory-fields.ts';

const section = 'v3 directory';

export const listDirectories = row({
  path: '/v3/directory/list',
  summary: 'List directories',
  section,
  fields: {},
  calls: { only: listAllDirectories },
  whole: {
    name: 'directory_info',
    items: ({ directories: { nodes } }) => nodes.map(directoryInfo),
    next: ({ directories: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  },
});

export const getDirectory = row({
  path: '/v3/directory/info',
  summary: 'Get a directory',
  section,
  fields: { directory: directoryIdField('id', 301) },
  calls: {
    only: call(
      findDirectory,
      graphql('query ($id: ID!) { directory(id: $id) { ...DirectoryFields } }', [directoryFragment]),
      { DIRECTORY_NOT_FOUND: 507 },
    ),
  },
  reply: ({ directory }) => ({ directory_info: directoryInfo(directory) }),
});

export const listUsers = row({
  path: '/v3/directoryusers/list',
  summary: 'List the members of a directory, newest first, in pages of 100',
  section,
  fields: {
    directory: directoryIdField('directory', 301),
    page: page('The page number, starting at 1. A page with fewer than 100 users is the last.'),
  },
  calls: {
    only: call(
      directoryUsers,
      graphql(
        `query ($directory: ID!, $first: Int, $page: Int) {
          users: directoryUsers(directory: $directory, first: $first, page: $page) { nodes { ...DirectoryUserFields } }
        }`,
        [directoryUserFragment],
      ),
      { DIRECTORY_NOT_FOUND: 507 },
      { first: 100 },
    ),
  },
  reply: ({ users: { nodes } }, { fields }) => ({
    directory: fields.directory,
    page: pageIn(fields.page),
    amount_of_results: nodes.length,
    users: nodes.map(directoryUserItem),
  }),
});
