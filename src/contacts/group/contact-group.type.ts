import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type ContactGroup, findGroups } from './contact-group.ts';

export const ContactGroupType = builder.objectType(builder.objectRef<ContactGroup>('ContactGroup'), {
  interfaces: [NodeType],
  description: 'A list of contacts with email addresses or phone numbers. One call can send a coupon to all contacts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`gro_` followed by 12 characters.' }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel of the contacts.' }),
    name: t.exposeString('name', { description: 'Name of the group.' }),
    contacts: t.exposeInt('contacts', { description: 'The number of contacts in the group.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the group was created.' }),
  }),
});

readableById(ContactGroupType, {
  form: idPattern('contactGroup'),
  find: ({ database, viewer }, ids) => findGroups(database, viewer.account.id, ids),
});
