import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import type { ContactGroup } from './contact-group.ts';

export const ContactGroupType = builder.objectType(builder.objectRef<ContactGroup>('ContactGroup'), {
  description: 'Email addresses or phone numbers that are sent to together.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`gro_` and 12 characters.' }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'How its contacts are reached.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    contacts: t.exposeInt('contacts', { description: 'How many contacts it has.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});
