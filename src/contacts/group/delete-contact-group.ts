import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { now } from '../../kernel/values/instant.ts';
import { contactGroupId } from './contact-group.inputs.ts';
import { contactGroups, requireGroup } from './contact-group.ts';
import { ContactGroupType } from './contact-group.type.ts';
import { purgeContactGroup } from './contact-group-removal.ts';

mutation({
  name: 'deleteContactGroup',
  description:
    'Deletes a contact group. It and its contacts are gone for every caller at once, and removed from the database by a job. What is being sent to it goes to nobody else from now on.',
  scope: 'WRITE',
  input: z.object({ id: contactGroupId }),
  type: ContactGroupType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input: { id }, viewer, transaction }) => {
    const group = await requireGroup(transaction, { accountId: viewer.account.id, id }, 'exclusive');
    await transaction.manager.update(contactGroups, { id }, { deletedAt: now() });
    await later(transaction, purgeContactGroup, { group: id });
    return group;
  },
});
