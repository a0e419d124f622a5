import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { countContacts, requireGroup } from '../group/contact-group.ts';
import { contactId } from './contact.inputs.ts';
import { contacts, type ShownContact } from './contact.ts';
import { ContactType } from './contact.type.ts';

mutation({
  name: 'removeContact',
  description: 'Removes a contact from its group.',
  scope: 'WRITE',
  input: z.object({ group: contactGroupId, contact: contactId }),
  type: ContactType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id: input.group }, 'exclusive');
    const [contact] = await findRows(transaction, contacts, { id: input.contact, groupId: group.id });
    if (!contact) throw new Problem('CONTACT_NOT_FOUND');
    await deleteRows(transaction, contacts, { groupId: group.id, number: contact.number });
    await countContacts(transaction, group, { more: -1, numbers: 0 });
    return Object.assign(contact, { channel: group.channel }) as ShownContact;
  },
});
