import { z } from 'zod';
import { containedText, filterInput, lineText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import { insertRow, updateRows } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { now } from '../../kernel/values/instant.ts';
import { requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { type MessageChannel, messageChannels } from '../../messaging/platform/channel.ts';
import { contactGroupId, groupName } from './contact-group.inputs.ts';
import {
  connectedOf,
  contactGroupRow,
  contactGroups as groupTable,
  newGroup,
  purgeContactGroup,
  requireGroup,
  serviceOf,
} from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';

export const contactGroup = query({
  name: 'contactGroup',
  description: 'A contact group of the account.',
  scope: 'READ',
  input: z.object({
    id: contactGroupId,
    channel: messageChannel
      .nullish()
      .meta({ description: 'The expected channel. A group with another channel counts as not found.' }),
  }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: ({ input: { id, channel }, viewer, database }) =>
    requireGroup(database, { accountId: viewer.account.id, id, channel }),
});

const filter = filterInput('ContactGroupFilter', 'Filters groups.', 'all groups', {
  name: lineText(100).nullish().meta({ description: 'Only groups with this name.' }),
  text: containedText('groups', 'whose name contains'),
});

export const contactGroups = connection({
  name: 'contactGroups',
  description: 'The contact groups of the account, newest first.',
  scope: 'READ',
  input: z.object({
    channel: messageChannel.nullish().meta({
      description:
        'The channel of the groups. Default: all channels for which the account has an `EMAIL_SERVICE` or `SMS_SERVICE` integration.',
    }),
    filter,
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

export const createContactGroup = mutation({
  name: 'createContactGroup',
  description:
    'Creates an empty contact group. The account needs an integration with the purpose `EMAIL_SERVICE` or `SMS_SERVICE`, depending on the channel.',
  scope: 'WRITE',
  input: z.object({
    channel: messageChannel.meta({ description: 'The channel of the contacts.' }),
    name: groupName,
  }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE'],
  run: async ({ input, viewer, transaction }) => {
    await requireIntegration(transaction, viewer.account.id, serviceOf(input.channel));
    const group = newGroup(viewer.account.id, input.channel, input.name);
    await insertRow(transaction, groupTable, group);
    return group;
  },
});

mutation({
  name: 'updateContactGroup',
  description: 'Renames a contact group.',
  scope: 'WRITE',
  input: z.object({ id: contactGroupId, name: groupName }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input: { id, name }, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id }, 'exclusive');
    await updateRows(transaction, groupTable, { id }, { name });
    return Object.assign(group, { name });
  },
});

mutation({
  name: 'deleteContactGroup',
  description:
    'Deletes a contact group and its contacts. All callers stop seeing them immediately, and a job removes them from the database. Stops the sends to this group that are in progress.',
  scope: 'WRITE',
  input: z.object({ id: contactGroupId }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input: { id }, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id }, 'exclusive');
    await updateRows(transaction, groupTable, { id }, { deletedAt: now() });
    await enqueue(transaction, purgeContactGroup, { group: id });
    return group;
  },
});
