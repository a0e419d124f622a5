import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { type MessageChannel, messageChannels } from '../../messaging/platform/channel.ts';
import { type ContactGroup, connectedOf, groupColumns, serviceOf } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';

const filter = z
  .object({
    name: z.string().max(100).nullish().meta({ description: 'Only groups with this name.' }),
    text: containedText('groups', 'whose name contains'),
  })
  .meta({ id: 'ContactGroupFilter', description: 'Filters groups.' });

export const contactGroups = connection({
  name: 'contactGroups',
  description: 'The contact groups of the account, newest first.',
  scope: 'READ',
  input: z.object({
    channel: messageChannel.nullish().meta({
      description: 'The channel of the groups. Default: all channels to whose services the account is connected.',
    }),
    filter: filter.nullish().meta({ description: 'Filters groups. Default: all groups.' }),
  }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE'],
  run: async ({ input, viewer, database, page }) => {
    const channels = await channelsOf(database, viewer.account.id, input.channel);
    if (channels.length === 0) return [];
    const { condition, ending, values } = keyset(page, 'g.created_at', 'g.id');
    const { name, text } = input.filter ?? {};
    const found = searched(database, text, 'g.name');
    // Each part has a limit of its own, so that the index of account and channel gives its groups in order.
    const parts = channels.map(
      (channel) => `SELECT * FROM (SELECT ${groupColumns} FROM contact_groups g
        WHERE g.account_id = ? AND g.channel = '${channel}' AND g.deleted_at IS NULL
        ${name == null ? '' : 'AND g.name = ?'} ${found.condition} ${condition} ${ending}) AS of_${channel}`,
    );
    return database.rows<ContactGroup>(
      `${parts.join(' UNION ALL ')} ${keyset({ ...page, from: null }, 'createdAt', 'id').ending}`,
      channels.flatMap(() => [viewer.account.id, ...(name == null ? [] : [name]), ...found.values, ...values]),
    );
  },
  keysOf: (group) => [group.createdAt, group.id],
});

async function channelsOf(connection: Connection, accountId: string, given: MessageChannel | null | undefined) {
  if (!given) return connectedOf(connection, accountId, messageChannels);
  await requireIntegration(connection, accountId, serviceOf(given));
  return [given];
}
