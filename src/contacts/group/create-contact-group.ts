import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { groupName } from './contact-group.inputs.ts';
import { contactGroups, newGroup, serviceOf } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';

export const createContactGroup = mutation({
  name: 'createContactGroup',
  description:
    'Creates an empty contact group. The account needs an integration with the purpose `EMAIL_SERVICE` or `SMS_SERVICE`, depending on the channel.',
  scope: 'WRITE',
  input: z.object({
    channel: messageChannel.meta({ description: 'The channel of its contacts.' }),
    name: groupName,
  }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE'],
  run: async ({ input, viewer, transaction }) => {
    await requireIntegration(transaction, viewer.account.id, serviceOf(input.channel));
    const group = newGroup(viewer.account.id, input.channel, input.name);
    await insertRow(transaction, contactGroups, group);
    return group;
  },
});
