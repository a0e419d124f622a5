import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { type DirectoryUser, emailKeyOf, userColumns } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

const filter = z
  .object({
    email: z.string().max(254).nullish().meta({ description: 'Only the member with this email address, in any case.' }),
    blocked: z.boolean().nullish().meta({ description: 'Only members who are blocked, or only those who are not.' }),
  })
  .meta({ id: 'DirectoryUserFilter', description: 'Which members; all conditions hold together.' });

export const directoryUsers = connection({
  name: 'directoryUsers',
  description: 'The members of a directory, newest first.',
  scope: 'READ',
  input: z.object({
    directory: directoryId,
    filter: filter.nullish().meta({ description: 'Which members; all unless told.' }),
    page: z.int().min(1).max(1_000_000).nullish().meta({
      description:
        'The number of a page of `first` records, from 1, for callers that count pages. Not with `after` and `before`, which are faster.',
    }),
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    if (input.page && (page.from || page.backward))
      throw invalidInput('page', 'cannot be combined with after, before and last');
    const directory = await requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const { email, blocked } = input.filter ?? {};
    const { condition, ending, values } = keyset(page, 'u.created_at', 'u.id');
    const conditions = [
      'u.directory_id = :directory',
      ...(email == null ? [] : ['u.email_key = :email']),
      ...(blocked == null ? [] : [`u.blocked_at IS ${blocked ? 'NOT NULL' : 'NULL'}`]),
    ].join(' AND ');
    const [where, parameters] = bind(conditions, { directory: directory.id, email: email && emailKeyOf(email) });
    const offset = input.page ? `OFFSET ${(input.page - 1) * page.size}` : '';
    return database.rows<DirectoryUser>(
      `SELECT ${userColumns} FROM directory_users u WHERE ${where} ${condition} ${ending} ${offset}`,
      [...parameters, ...values],
    );
  },
  keysOf: (user) => [user.createdAt, user.id],
});
