import { contactFields } from '../../contacts/contact/contact.fields.ts';
import { mutationOf } from '../../documents/typed-document.ts';
import { formFields, labelled, namesInGroup, numbered } from '../frame/labelled-fields.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';

const { firstName, lastName, birthday, ...customs } = contactFields;

const ofEmail = formFields(contactFields, ({ contacts: { contact, group } }) => ({
  ...{ firstName: contact.firstName, lastName: contact.lastName, birthday: group.birthday },
  ...numbered(customs, contact.custom),
}));

const { custom8, custom9, custom10, ...ofSms } = ofEmail;

/** The fields of contacts besides the address, by the channel of their group. */
const fieldsOf = { EMAIL: ofEmail, SMS: ofSms };

const rare = namesInGroup(contactFields, 'rare');

export const rareFieldsOf = { EMAIL: rare, SMS: rare.filter((name) => name in ofSms) };

const addressFields = labelled(({ contacts }) => contacts.group.address)({
  email: { kind: 'email', word: 'EMAIL', required: true, maxLength: 254 },
  phone: { kind: 'tel', word: 'SMS', hint: ({ contacts }) => contacts.group.phoneHint, required: true, maxLength: 50 },
});

const addDocument = mutationOf('addContact', 'contact { id } updated');

const adding = (fields: Record<string, Field>) =>
  form(addDocument, {
    fields,
    adds: ({ params }) => ({ group: params.group }),
    says: ({ contacts: { group } }) => [group.addButton, group.addDone],
  });

export const addEmail = adding({ email: addressFields.email, ...fieldsOf.EMAIL });
export const addPhone = adding({ phone: addressFields.phone, ...fieldsOf.SMS });

const saving = (fields: Record<string, Field>) =>
  form(addDocument, {
    fields,
    clears: true,
    adds: ({ params }) => ({ group: params.group }),
    says: ({ contacts: { contact } }) => [contact.save, contact.saved],
  });

/** The address identifies the contact, so it cannot change. */
export const saveEmail = saving({ email: { kind: 'hidden' }, ...fieldsOf.EMAIL });
export const savePhone = saving({ phone: { kind: 'hidden' }, ...fieldsOf.SMS });

export const removeContact = form(mutationOf('removeContact', 'groupId'), {
  fields: { contact: { kind: 'hidden' } },
  adds: ({ params }) => ({ group: params.group }),
  says: ({ contacts: { group } }) => [group.remove, group.removed],
  done: ({ removeContact: { groupId } }) => `/contacts/${groupId}`,
});

export const renameGroup = form(mutationOf('updateContactGroup'), {
  fields: { name: { kind: 'text', label: ({ contacts }) => contacts.list.name, required: true, maxLength: 100 } },
  adds: ({ params }) => ({ id: params.group }),
  says: ({ contacts: { group } }) => [group.renameButton, group.renamed],
});

export const deleteGroup = form(mutationOf('deleteContactGroup'), {
  adds: ({ params }) => ({ id: params.group }),
  says: ({ contacts: { group } }) => [group.deleteButton, group.deleted],
  done: () => '/contacts',
});

export const exportGroup = form(mutationOf('createExport', 'url'), {
  adds: ({ params }) => ({ type: 'CONTACTS', filter: { group: params.group } }),
  submit: ({ contacts }) => contacts.group.export,
  opens: ({ createExport: { url } }) => url,
  repeatable: true,
});
