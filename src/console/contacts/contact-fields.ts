import { contactFields } from '../../contacts/contact/contact.fields.ts';
import { labelled } from '../frame/labelled-fields.ts';
import { formFields, namesInGroup, numbered } from '../frame/noun-form.ts';

const { firstName, lastName, birthday, ...customs } = contactFields;

const ofEmail = formFields(contactFields, ({ contacts: { contact, group } }) => ({
  ...{ firstName: contact.firstName, lastName: contact.lastName, birthday: group.birthday },
  ...numbered(customs, contact.custom),
}));

const { custom8, custom9, custom10, ...ofSms } = ofEmail;

/** The fields of contacts besides the address, by the channel of their group. */
export const fieldsOf = { EMAIL: ofEmail, SMS: ofSms };

const rare = namesInGroup(contactFields, 'rare');

export const rareFieldsOf = { EMAIL: rare, SMS: rare.filter((name) => name in ofSms) };

export const addressFields = labelled(({ contacts }) => contacts.group.address)({
  email: { kind: 'email', word: 'EMAIL', required: true, maxLength: 254 },
  phone: { kind: 'tel', word: 'SMS', hint: ({ contacts }) => contacts.group.phoneHint, required: true, maxLength: 50 },
});
