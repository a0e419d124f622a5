import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { requireGroup } from '../group/contact-group.ts';
import { ContactType } from './contact.type.ts';
import { pageOfContacts } from './contact-page.ts';

const filter = z
  .object({
    address: z.string().max(254).nullish().meta({
      description: 'Only the contact with this email address or phone number, in any of its written forms.',
    }),
  })
  .meta({ id: 'ContactFilter', description: 'Which contacts.' });

export const contacts = connection({
  name: 'contacts',
  description: 'The contacts of a group, newest first.',
  scope: 'READ',
  input: z.object({
    group: contactGroupId,
    channel: messageChannel.nullish().meta({ description: 'Only if the group is of this channel.' }),
    filter: filter.nullish().meta({ description: 'Which contacts; all unless told.' }),
  }),
  type: ContactType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const { group: id, channel } = input;
    const group = await requireGroup(database, { accountId: viewer.account.id, id, channel });
    return pageOfContacts(database, group, page, input.filter?.address);
  },
  keysOf: (contact) => [contact.createdAt, contact.number],
});
