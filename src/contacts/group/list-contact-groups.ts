import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import { requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { type MessageChannel, messageChannels } from '../../messaging/platform/channel.ts';
import { connectedOf, contactGroupRow, serviceOf } from './contact-group.ts';
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
  run: async ({ input: { channel, filter }, viewer, database, page }) => {
    const channels = await channelsOf(database, viewer.account.id, channel);
    if (channels.length === 0) return [];
    return listPage(database, page, {
      source: contactGroupRow,
      where: { accountId: viewer.account.id },
      filter: { name: filter?.name },
      contains: { text: filter?.text, in: ['name'] },
      parts: channels.map((channel) => ({ channel })),
    });
  },
  keysOf: (group) => [group.createdAt, group.id],
});

async function channelsOf(connection: Connection, accountId: string, given: MessageChannel | null | undefined) {
  if (!given) return connectedOf(connection, accountId, messageChannels);
  await requireIntegration(connection, accountId, serviceOf(given));
  return [given];
}
