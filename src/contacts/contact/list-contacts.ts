import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { addressBeginning, messageChannel } from '../../messaging/message/message.inputs.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { requireGroup } from '../group/contact-group.ts';
import { ContactType } from './contact.type.ts';
import { pageOfContacts } from './contact-page.ts';

const filter = z
  .object({
    address: z.string().max(254).nullish().meta({
      description: 'Only the contact with this email address or phone number, however it is formatted.',
    }),
    beginning: addressBeginning.meta({
      description:
        'Only contacts whose email address or phone number begins with this text, in alphabetical order. At most 254 characters.',
    }),
  })
  .meta({ id: 'ContactFilter', description: 'Filters contacts.' });

export const contacts = connection({
  name: 'contacts',
  description: 'The contacts of a group, newest first, or in alphabetical order with `filter.beginning`.',
  scope: 'READ',
  input: z.object({
    group: contactGroupId,
    channel: messageChannel
      .nullish()
      .meta({ description: 'If given, a group with another channel counts as not found.' }),
    filter: filter.nullish().meta({ description: 'Filters contacts. Default: all contacts.' }),
  }),
  type: ContactType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const { group: id, channel } = input;
    const group = await requireGroup(database, { accountId: viewer.account.id, id, channel });
    return pageOfContacts(database, group, page, { ...input.filter, country: countryOf(viewer.account.timezone) });
  },
  keysOf: ({ createdAt, number, addressKey }, { filter }) => [
    createdAt,
    filter?.beginning?.trim() ? addressKey : number,
  ],
});
