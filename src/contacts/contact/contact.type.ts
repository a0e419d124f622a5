import { builder } from '../../kernel/api/builder.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { findOptOutTime } from '../../messaging/opt-out/opt-out.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import type { ShownContact } from './contact.ts';
import { findContacts } from './contact-page.ts';

export const ContactType = builder.objectType(builder.objectRef<ShownContact>('Contact'), {
  interfaces: [NodeType],
  description: 'A contact of a contact group. Contacts of SMS groups have only the first seven custom fields.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`con_` followed by 16 characters.' }),
    groupId: t.exposeID('groupId', { description: 'The id of the group.' }),
    email: t.field({
      type: 'EmailAddress',
      nullable: true,
      description: 'Email address. Set for contacts of groups with the channel `EMAIL`.',
      resolve: ({ channel, address }) => (channel === 'EMAIL' ? address : null),
    }),
    phone: t.field({
      type: 'PhoneNumber',
      nullable: true,
      description: 'Phone number in E.164. Set for contacts of groups with the channel `SMS`.',
      resolve: ({ channel, address }) => (channel === 'SMS' ? address : null),
    }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    birthday: t.exposeString('birthday', { nullable: true, description: 'Date of birth, `yyyy-MM-dd`.' }),
    custom1: t.exposeString('custom1', { nullable: true, description: 'Custom field 1.' }),
    custom2: t.exposeString('custom2', { nullable: true, description: 'Custom field 2.' }),
    custom3: t.exposeString('custom3', { nullable: true, description: 'Custom field 3.' }),
    custom4: t.exposeString('custom4', { nullable: true, description: 'Custom field 4.' }),
    custom5: t.exposeString('custom5', { nullable: true, description: 'Custom field 5.' }),
    custom6: t.exposeString('custom6', { nullable: true, description: 'Custom field 6.' }),
    custom7: t.exposeString('custom7', { nullable: true, description: 'Custom field 7.' }),
    custom8: t.exposeString('custom8', { nullable: true, description: 'Custom field 8.' }),
    custom9: t.exposeString('custom9', { nullable: true, description: 'Custom field 9.' }),
    custom10: t.exposeString('custom10', { nullable: true, description: 'Custom field 10.' }),
    unsubscribedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the address opted out of the channel. Null if it has not, or has opted in again.',
      resolve: ({ channel, addressKey: address }, _, { services, viewer }) =>
        viewer && findOptOutTime(services.database, { accountId: viewer.account.id, channel, address }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the contact was added.' }),
  }),
});

readableById(ContactType, {
  form: idPattern('contact'),
  find: ({ database, viewer }, ids) => findContacts(database, viewer.account.id, ids),
});
