import type { ShownContact } from '../../contacts/contact/contact.ts';
import { addContact, contacts } from '../../contacts/contact/contact-operations.ts';
import { contactGroups, createContactGroup } from '../../contacts/group/contact-group-operations.ts';
import { emailContact, smsContact } from '../../representations/contact-item.ts';
import type { Loader } from '../../representations/loader.ts';
import { withoutPlus } from '../../representations/wire-values.ts';
import { type Field, phone, text } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { emailTo } from '../fields/message-fields.ts';

const services = { NO_EMAIL_SERVICE: 103, NO_SMS_SERVICE: 103 };
const codes = { ...services, CONTACT_GROUP_NOT_FOUND: 514 };

interface Tool {
  path: 'smstool' | 'emailtool';
  section: string;
  channel: 'SMS' | 'EMAIL';
  group: string;
  example: string;
  noun: string;
  item: (contact: ShownContact, loader: Loader) => Promise<object>;
  address: Record<string, Field>;
  fields: Record<string, Field>;
}

const messages = (argument: string, maxLength: number, description: string, example: string): Field =>
  text({ argument, invalid: 300, maxLength, description, example });

const person: Record<string, Field> = {
  first_name: messages('firstName', 100, 'First name.', 'Ada'),
  last_name: messages('lastName', 100, 'Last name.', 'Lovelace'),
  birthday: text({
    argument: 'birthday',
    invalid: 303,
    complaint: 'birthday is not a date in the format yyyy-MM-dd.',
    description: 'Date of birth, `yyyy-MM-dd`.',
    example: '1990-12-10',
  }),
};

const customs = (name: string, amount: number): Record<string, Field> =>
  Object.fromEntries(
    Array.from({ length: amount }, (_, index) => index + 1).map((number) => [
      `${name}${number}`,
      messages(`custom${number}`, 255, `Custom field ${number}.`, 'rye'),
    ]),
  );

const sms: Tool = {
  path: 'smstool',
  section: 'v3 message service',
  channel: 'SMS',
  group: 'smsgroup',
  example: 'gro_0a1b2c3d4e5f',
  noun: 'SMS',
  item: smsContact,
  address: {
    phone: phone({
      required: true,
      complaint: 'phone is not a phone number in E.164, such as +493012345678.',
      description: 'Phone number in E.164.',
    }),
  },
  fields: { ...person, ...customs('customfield', 7) },
};

const email: Tool = {
  path: 'emailtool',
  section: 'v3 email service',
  channel: 'EMAIL',
  group: 'emailgroup',
  example: 'gro_6g7h8i9j0a1b',
  noun: 'email',
  item: emailContact,
  address: {
    email: { ...emailTo, description: 'Email address.' },
  },
  fields: { ...person, ...customs('custom', 10) },
};

const groupField = ({ group, example, noun }: Tool): Record<string, Field> => ({
  [group]: text({
    argument: 'group',
    invalid: 301,
    required: true,
    description: `The id of the ${noun} group.`,
    example,
  }),
});

const groupList = ({ path, section, channel, noun }: Tool) =>
  row({
    path: `/v3/${path}/grouplist`,
    summary: `List ${noun} groups, newest first`,
    section,
    fields: {},
    calls: only(contactGroups, services, { channel, first: 1000 }),
    whole: {
      name: 'group',
      item: ({ id, name, contacts }) => ({ ID: id, name, contacts }),
      beside: () => (amount) => ({ amount_of_groups: amount }),
    },
  });

const userList = (tool: Tool) =>
  row({
    path: `/v3/${tool.path}/userlist`,
    summary: `List the contacts of an ${tool.noun} group, newest first`,
    section: tool.section,
    fields: groupField(tool),
    calls: only(contacts, codes, { channel: tool.channel, first: 1000 }),
    whole: {
      name: 'contact',
      item: tool.item,
      beside: async ({ fields, loader }) => {
        const { name } = await loader.groupNamed(String(fields[tool.group]), tool.channel);
        return (amount) => ({
          group_id: fields[tool.group],
          group_name: name,
          amount_of_contacts: String(amount),
        });
      },
    },
  });

const addGroup = ({ path, section, channel, noun }: Tool) =>
  row({
    path: `/v3/${path}/addgroup`,
    summary: `Create an ${noun} group`,
    section,
    fields: {
      group_name: text({
        argument: 'name',
        invalid: 300,
        required: true,
        maxLength: 100,
        description: 'Name of the group, 1 to 100 characters.',
        example: 'Regulars',
      }),
    },
    calls: only(createContactGroup, services, { channel }),
    reply: (group) => ({
      result: 'saved_successfully',
      group_id: group.id,
      // Existing callers read the number of the group here, as well as `group_id`.
      ...(channel === 'SMS' && { groupid: group.id.replace('gro_', '') }),
      group_name: group.name,
    }),
  });

const addOne = (tool: Tool) =>
  row({
    path: `/v3/${tool.path}/addcontact`,
    summary: `Add a contact to an ${tool.noun} group, or update the contact with the same address`,
    section: tool.section,
    fields: { ...tool.address, ...groupField(tool), ...tool.fields },
    calls: only(addContact, codes),
    reply: ({ contact, updated }) => ({
      group_id: contact.groupId,
      ...(tool.channel === 'SMS' ? { phone: withoutPlus(contact.address) } : { email: contact.address }),
      first_name: contact.firstName ?? '',
      last_name: contact.lastName ?? '',
      result: 'saved_successfully',
      contact_id: contact.id,
      action: updated ? 'contact_updated' : 'contact_added',
    }),
  });

export const listSmsGroups = groupList(sms);
export const listSmsContacts = userList(sms);
export const createSmsGroup = addGroup(sms);
export const addSmsContact = addOne(sms);
export const listEmailGroups = groupList(email);
export const listEmailContacts = userList(email);
export const createEmailGroup = addGroup(email);
export const addEmailContact = addOne(email);
