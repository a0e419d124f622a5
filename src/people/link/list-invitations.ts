import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { InvitationType } from './invitation.type.ts';
import { linkColumns, type PersonLink } from './person-link.ts';

const filter = z
  .object({
    open: z.boolean().nullish().meta({
      description: '`true`: only invitations that can be accepted. `false`: only those that cannot.',
    }),
    text: containedText('invitations', 'whose email address contains'),
  })
  .meta({ id: 'InvitationFilter', description: 'Filters invitations.' });

const isOpen = '(l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > ?)';

connection({
  name: 'invitations',
  description: 'The invitations of the account in the last 30 days, newest first, without their links.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters invitations. Default: all.' }) }),
  type: InvitationType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'l.created_at', 'l.id');
    const { open, text } = input.filter ?? {};
    const found = searched(database, text, 'l.email');
    const which = open == null ? '' : `AND ${open ? '' : 'NOT '}${isOpen}`;
    return database.rows<PersonLink>(
      `SELECT ${linkColumns} FROM person_links l WHERE l.account_id = ? AND l.kind = 'INVITATION' ${which} ${found.condition} ${condition} ${ending}`,
      [viewer.account.id, ...(open == null ? [] : [realNow()]), ...found.values, ...values],
    );
  },
  keysOf: ({ createdAt, id }) => [createdAt, id],
});
