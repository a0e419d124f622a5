import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { InvitationType } from './invitation.type.ts';
import { personLinks } from './person-link.ts';

const filter = z
  .object({
    open: z.boolean().nullish().meta({
      description: '`true`: only invitations that can be accepted. `false`: only those that cannot.',
    }),
    text: containedText('invitations', 'whose email address contains'),
  })
  .meta({ id: 'InvitationFilter', description: 'Filters invitations.' });

const isOpen = '(t.used_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > :now)';

connection({
  name: 'invitations',
  description: 'The invitations of the account in the last 30 days, newest first, without their links.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters invitations. Default: all.' }) }),
  type: InvitationType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) => {
    const open = filter?.open;
    return listPage(database, page, {
      source: personLinks,
      where: { accountId: viewer.account.id, kind: 'INVITATION' },
      conditions: { sql: [open === true && isOpen, open === false && `NOT ${isOpen}`], values: { now: realNow() } },
      contains: { text: filter?.text, in: ['email'] },
    });
  },
  keysOf: ({ createdAt, id }) => [createdAt, id],
});
