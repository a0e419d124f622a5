import { z } from 'zod';
import { query } from '../../api/query.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { contactGroupId } from './contact-group.inputs.ts';
import { requireGroup } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';

export const contactGroup = query({
  name: 'contactGroup',
  description: 'A contact group of the account.',
  scope: 'READ',
  input: z.object({
    id: contactGroupId,
    channel: messageChannel
      .nullish()
      .meta({ description: 'If given, a group with another channel counts as not found.' }),
  }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: ({ input: { id, channel }, viewer, database }) =>
    requireGroup(database, { accountId: viewer.account.id, id, channel }),
});
