import { z } from 'zod';
import { filterInput, pageNumber } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { offsetOf } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { DirectoryUserType } from '../user/user.type.ts';
import { accessStates, pageOfMembers } from './user-list.ts';

const filter = filterInput('DirectoryUserFilter', 'Filters members. All conditions must match.', 'all members', {
  email: z.string().max(254).nullish().meta({ description: 'Only the member with this email address, ignoring case.' }),
  blocked: z
    .boolean()
    .nullish()
    .meta({ description: '`true`: only blocked members. `false`: only members who are not blocked.' }),
  keyword: z.string().max(255).nullish().meta({
    description:
      'Only members with a matching field, or the member with this id. A name, the email address or the phone number matches if it begins with this text, ignoring case. A name also matches if a word in it begins with this text.',
  }),
  access: z
    .enum(accessStates)
    .meta({
      id: 'PaidAccessState',
      description: "The state of a member's access to paid content.",
      values: {
        ACTIVE: 'The member can open paid content.',
        EXPIRED: 'The access has expired.',
        NONE: 'Access was never granted, or was revoked.',
      },
    })
    .nullish()
    .meta({ description: 'Only members whose access to paid content is in this state.' }),
});

export const directoryUsers = connection({
  name: 'directoryUsers',
  description: 'The members of a directory, newest first.',
  scope: 'READ',
  input: z.object({
    directory: directoryId,
    filter,
    page: pageNumber,
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const offset = offsetOf(page, input.page);
    const directory = await requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.directory });
    return pageOfMembers(database, directory, input.filter ?? {}, page, offset);
  },
  keysOf: (user) => [user.createdAt, user.id],
});
