import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { requireGroup } from '../group/contact-group.ts';
import { contactInputs } from './contact.inputs.ts';
import type { ShownContact } from './contact.ts';
import { ContactType } from './contact.type.ts';
import { contactKeyOf } from './contact-address.ts';
import { storeContacts } from './contact-store.ts';

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
