import { shownColumns, shownFields } from '../../api/noun-fields.ts';
import { findOptOutTime } from '../../messaging/opt-out/opt-out.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { contactFields } from './contact.fields.ts';
import { contacts, findContacts, type ShownContact } from './contact.ts';

export const ContactType = nodeType<ShownContact>('Contact', {
  form: 'contact',
  find: ({ database, viewer }, ids) => findContacts(database, viewer.account.id, ids),
  description: 'A contact in a contact group. Contacts in SMS groups have only the first seven custom fields.',
  fields: (t) => ({
    ...shownColumns(t, contacts, {
      id: '`con_` followed by 16 characters.',
      groupId: 'The id of the group.',
      createdAt: 'When the contact was added.',
    }),
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
    ...shownFields(t, contactFields),
    unsubscribedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the address opted out of the channel. Null if it has never opted out or has opted in again.',
      resolve: ({ channel, addressKey: address }, _, { services, viewer }) =>
        viewer && findOptOutTime(services.database, { accountId: viewer.account.id, channel, address }),
    }),
  }),
});
