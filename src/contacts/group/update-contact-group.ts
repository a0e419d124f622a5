import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { contactGroupId, groupName } from './contact-group.inputs.ts';
import { contactGroups, requireGroup } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';

mutation({
  name: 'updateContactGroup',
  description: 'Renames a contact group.',
  scope: 'WRITE',
  input: z.object({ id: contactGroupId, name: groupName }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input: { id, name }, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id }, 'exclusive');
    await updateRows(transaction, contactGroups, { id }, { name });
    return Object.assign(group, { name });
  },
});
