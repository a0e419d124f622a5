import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { emailAddress, filterInput, idInput, phoneNumber } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { fieldInputs } from '../../api/noun-fields.ts';
import { connection } from '../../api/query.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { addressBeginning, messageChannel } from '../../messaging/message/message.inputs.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { countContacts, requireGroup } from '../group/contact-group.ts';
import { contactFields } from './contact.fields.ts';
import { contacts as contactTable, pageOfContacts, type ShownContact } from './contact.ts';
import { ContactType } from './contact.type.ts';
import { contactKeyOf } from './contact-address.ts';
import { storeContacts } from './contact-store.ts';

const contactId = idInput('contact', 'a contact id', 'The contact');

/** The kind of the address determines which channel the group must have. */
const contactInputs = {
  email: emailAddress.nullish().meta({ description: 'Email address, for a group with the channel `EMAIL`.' }),
  phone: phoneNumber.nullish().meta({ description: 'Phone number in E.164, for a group with the channel `SMS`.' }),
  ...fieldInputs(contactFields),
};

const filter = filterInput('ContactFilter', 'Filters contacts.', 'all contacts', {
  address: z.string().max(254).nullish().meta({
    description: 'Only the contact with this email address or phone number, in any format.',
  }),
  beginning: addressBeginning.meta({
    description:
      'Only contacts whose email address or phone number begins with this text, in alphabetical order. At most 254 characters.',
  }),
});

export const contacts = connection({
  name: 'contacts',
  description: 'The contacts of a group, newest first, or in alphabetical order with `filter.beginning`.',
  scope: 'READ',
  input: z.object({
    group: contactGroupId,
    channel: messageChannel
      .nullish()
      .meta({ description: 'The expected channel. A group with another channel counts as not found.' }),
    filter,
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

const AddedContact = builder.objectType(
  builder.objectRef<{ contact: ShownContact; updated: boolean }>('AddedContact'),
  {
    description: 'A contact that was added or updated.',
    fields: (t) => ({
      contact: t.field({ type: ContactType, description: 'The contact.', resolve: ({ contact }) => contact }),
      updated: t.exposeBoolean('updated', {
        description: 'Whether the group already had a contact with this address.',
      }),
    }),
  },
);

const ofEmail = ['custom8', 'custom9', 'custom10'] as const;

export const addContact = mutation({
  name: 'addContact',
  description:
    'Adds a contact to a group, or updates the contact with the same address. Omitted fields keep their values; `null` clears a field. Give exactly one of `email` and `phone`, matching the channel of the group.',
  scope: 'WRITE',
  input: z.object({ group: contactGroupId, ...contactInputs }).superRefine((given, context) => {
    const { email, phone } = given;
    if (email == null && phone == null) {
      const params = { missing: true, oneOf: ['email', 'phone'] };
      context.addIssue({ code: 'custom', path: ['email'], message: 'email or phone is required', params });
    }
    if (email != null && phone != null)
      context.addIssue({ code: 'custom', path: ['phone'], message: 'cannot be combined with email' });
    if (phone == null || email != null) return;
    for (const field of ofEmail) {
      if (given[field] != null)
        context.addIssue({ code: 'custom', path: [field], message: 'is allowed only with an email address' });
    }
  }),
  type: AddedContact,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { group: id, email, phone, ...data } = input;
    const channel = email ? 'EMAIL' : 'SMS';
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id, channel }, 'exclusive');
    const address = email ?? phone ?? '';
    const addressKey = contactKeyOf(channel, address);
    const { contacts, added } = await storeContacts(transaction, group, [{ ...data, address, addressKey }]);
    const [contact] = contacts;
    if (!contact) throw new Error('the contact was not stored');
    return { contact: Object.assign(contact, { channel }) as ShownContact, updated: added === 0 };
  },
});

mutation({
  name: 'removeContact',
  description: 'Removes a contact from its group.',
  scope: 'WRITE',
  input: z.object({ group: contactGroupId, contact: contactId }),
  type: ContactType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id: input.group }, 'exclusive');
    const [contact] = await findRows(transaction, contactTable, { id: input.contact, groupId: group.id });
    if (!contact) throw new Problem('CONTACT_NOT_FOUND');
    await deleteRows(transaction, contactTable, { groupId: group.id, number: contact.number });
    await countContacts(transaction, group, { more: -1, numbers: 0 });
    return Object.assign(contact, { channel: group.channel }) as ShownContact;
  },
});
