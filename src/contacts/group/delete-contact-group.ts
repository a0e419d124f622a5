import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { now } from '../../kernel/values/instant.ts';
import { contactGroupId } from './contact-group.inputs.ts';
import { contactGroups, requireGroup } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';
import { purgeContactGroup } from './contact-group-removal.ts';

mutation({
  name: 'deleteContactGroup',
  description:
    'Deletes a contact group and its contacts. They disappear for all callers at once; a job removes them from the database. Sends to the group that are in progress stop.',
  scope: 'WRITE',
  input: z.object({ id: contactGroupId }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input: { id }, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id }, 'exclusive');
    await updateRows(transaction, contactGroups, { id }, { deletedAt: now() });
    await later(transaction, purgeContactGroup, { group: id });
    return group;
  },
});
