import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { type ContactGroup, groupColumns, serviceOf } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';

const filter = z
  .object({ name: z.string().max(100).nullish().meta({ description: 'Only groups with this name.' }) })
  .meta({ id: 'ContactGroupFilter', description: 'Filters groups.' });

export const contactGroups = connection({
  name: 'contactGroups',
  description: 'The contact groups of the account with the given channel, newest first.',
  scope: 'READ',
  input: z.object({
    channel: messageChannel.meta({ description: 'The channel of the groups.' }),
    filter: filter.nullish().meta({ description: 'Filters groups. Default: all groups.' }),
  }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE'],
  run: async ({ input, viewer, database, page }) => {
    await requireIntegration(database, viewer.account.id, serviceOf(input.channel));
    const { condition, ending, values } = keyset(page, 'g.created_at', 'g.id');
    const name = input.filter?.name;
    return database.rows<ContactGroup>(
      `SELECT ${groupColumns} FROM contact_groups g
       WHERE g.account_id = ? AND g.channel = ? AND g.deleted_at IS NULL ${name == null ? '' : 'AND g.name = ?'}
       ${condition} ${ending}`,
      [viewer.account.id, input.channel, ...(name == null ? [] : [name]), ...values],
    );
  },
  keysOf: (group) => [group.createdAt, group.id],
});
