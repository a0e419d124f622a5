import { z } from 'zod';
import { pageNumber } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { keyset, offsetOf } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { type DirectoryUser, directoryUserColumns, emailKeyOf } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

const filter = z
  .object({
    email: z
      .string()
      .max(254)
      .nullish()
      .meta({ description: 'Only the member with this email address, ignoring case.' }),
    blocked: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only blocked members. `false`: only members who are not blocked.' }),
  })
  .meta({ id: 'DirectoryUserFilter', description: 'Filters members. All conditions must match.' });

export const directoryUsers = connection({
  name: 'directoryUsers',
  description: 'The members of a directory, newest first.',
  scope: 'READ',
  input: z.object({
    directory: directoryId,
    filter: filter.nullish().meta({ description: 'Filters members. Default: all members.' }),
    page: pageNumber,
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const offset = offsetOf(page, input.page);
    const directory = await requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const { email, blocked } = input.filter ?? {};
    const { condition, ending, values } = keyset(page, 'u.created_at', 'u.id');
    const conditions = [
      'u.directory_id = :directory',
      ...(email == null ? [] : ['u.email_key = :email']),
      ...(blocked == null ? [] : [`u.blocked_at IS ${blocked ? 'NOT NULL' : 'NULL'}`]),
    ].join(' AND ');
    const [where, parameters] = bind(conditions, { directory: directory.id, email: email && emailKeyOf(email) });
    return database.rows<DirectoryUser>(
      `SELECT ${directoryUserColumns} FROM directory_users u WHERE ${where} ${condition} ${ending} ${offset > 0 ? `OFFSET ${offset}` : ''}`,
      [...parameters, ...values],
    );
  },
  keysOf: (user) => [user.createdAt, user.id],
});
