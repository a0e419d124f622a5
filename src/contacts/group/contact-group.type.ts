import { enumTypeOf } from '../../api/arguments.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { type ContactGroup, contactGroups, findGroups } from './contact-group.ts';

export const ContactGroupType = nodeType<ContactGroup>('ContactGroup', {
  form: 'contactGroup',
  find: ({ database, viewer }, ids) => findGroups(database, viewer.account.id, ids),
  description: 'A list of contacts with email addresses or phone numbers. One call can send a coupon to all contacts.',
  fields: (t) => ({
    ...shownColumns(t, contactGroups, {
      id: '`gro_` followed by 12 characters.',
      name: 'Name of the group.',
      contacts: 'The number of contacts in the group.',
      createdAt: 'When the group was created.',
    }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel of the contacts.' }),
  }),
});
