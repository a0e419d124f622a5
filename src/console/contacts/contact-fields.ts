import { contactFields } from '../../contacts/contact/contact.fields.ts';
import { formFields, namesInGroup, numbered } from '../frame/noun-form.ts';
import type { Field } from '../frame/screen-field.ts';

const { firstName, lastName, birthday, ...customs } = contactFields;

const ofEmail = formFields(contactFields, ({ contacts: { contact, group } }) => ({
  ...{ firstName: contact.firstName, lastName: contact.lastName, birthday: group.birthday },
  ...numbered(customs, contact.custom),
}));

const { custom8, custom9, custom10, ...ofSms } = ofEmail;

/** The fields of contacts besides the address, by the channel of their group. */
export const fieldsOf = { EMAIL: ofEmail, SMS: ofSms };

const rare = namesInGroup(contactFields, 'rare');

/** The fields that forms show in a group, by the channel. */
export const rareFieldsOf = { EMAIL: rare, SMS: rare.filter((name) => name in ofSms) };

export const addressFields = {
  email: { kind: 'email', label: ({ contacts }) => contacts.group.address.EMAIL, required: true, most: 254 },
  phone: {
    kind: 'tel',
    label: ({ contacts }) => contacts.group.address.SMS,
    hint: ({ contacts }) => contacts.group.phoneHint,
    required: true,
    most: 50,
  },
} satisfies Record<string, Field>;
