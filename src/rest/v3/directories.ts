import { directories, directory as findDirectory } from '../../directories/directory/directory-operations.ts';
import { directoryUsers } from '../../directories/search/list-directory-users.ts';
import { exactNumber } from '../../http/body/json-body.ts';
import { directoryInfo, directoryUserItem } from '../../representations/directory-info.ts';
import { page, pageIn } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { directoryIdField } from '../fields/campaign-arguments.ts';

const section = 'v3 directory';

export const listDirectories = row({
  path: '/v3/directory/list',
  summary: 'List directories',
  section,
  fields: {},
  calls: only(directories, {}, { first: 100 }),
  whole: {
    name: 'directory_info',
    item: directoryInfo,
  },
});

export const getDirectory = row({
  path: '/v3/directory/info',
  summary: 'Get a directory',
  section,
  fields: { directory: directoryIdField('id', 301) },
  calls: only(findDirectory, { DIRECTORY_NOT_FOUND: 507 }),
  reply: async (directory, { loader }) => ({ directory_info: await directoryInfo(directory, loader) }),
});

export const listUsers = row({
  path: '/v3/directoryusers/list',
  summary: 'List the members of a directory, newest first, in pages of 100',
  section,
  fields: {
    directory: directoryIdField('directory', 301),
    page: page('The page number, starting at 1. A page with fewer than 100 users is the last.'),
  },
  calls: only(directoryUsers, { DIRECTORY_NOT_FOUND: 507 }, { first: 100 }),
  reply: ({ edges }, { fields }) => ({
    directory: fields.directory,
    page: exactNumber(pageIn(fields.page)),
    amount_of_results: edges.length,
    users: edges.map(({ node }) => directoryUserItem(node)),
  }),
});
