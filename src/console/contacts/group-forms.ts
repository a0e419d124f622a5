import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { addressFields, fieldsOf } from './contact-fields.ts';

const addDocument = mutationOf('addContact', 'contact { id } updated');

const adding = (fields: Record<string, Field>) =>
  form({
    document: addDocument,
    fields,
    adds: ({ params }) => ({ group: params.group }),
    submit: ({ contacts }) => contacts.group.addButton,
    notice: ({ contacts }) => contacts.group.addDone,
  });

export const addEmail = adding({ email: addressFields.email, ...fieldsOf.EMAIL });
export const addPhone = adding({ phone: addressFields.phone, ...fieldsOf.SMS });

const saving = (fields: Record<string, Field>) =>
  form({
    document: addDocument,
    fields,
    clears: true,
    adds: ({ params }) => ({ group: params.group }),
    submit: ({ contacts }) => contacts.contact.save,
    notice: ({ contacts }) => contacts.contact.saved,
  });

/** The address identifies the contact, so it cannot change. */
export const saveEmail = saving({ email: { kind: 'hidden' }, ...fieldsOf.EMAIL });
export const savePhone = saving({ phone: { kind: 'hidden' }, ...fieldsOf.SMS });

export const removeContact = form({
  document: mutationOf('removeContact', 'groupId'),
  fields: { contact: { kind: 'hidden' } },
  adds: ({ params }) => ({ group: params.group }),
  submit: ({ contacts }) => contacts.group.remove,
  notice: ({ contacts }) => contacts.group.removed,
  done: ({ removeContact: { groupId } }) => `/contacts/${groupId}`,
});

export const renameGroup = form({
  document: mutationOf('updateContactGroup'),
  fields: { name: { kind: 'text', label: ({ contacts }) => contacts.list.name, required: true, maxLength: 100 } },
  adds: ({ params }) => ({ id: params.group }),
  submit: ({ contacts }) => contacts.group.renameButton,
  notice: ({ contacts }) => contacts.group.renamed,
});

export const deleteGroup = form({
  document: mutationOf('deleteContactGroup'),
  adds: ({ params }) => ({ id: params.group }),
  submit: ({ contacts }) => contacts.group.deleteButton,
  notice: ({ contacts }) => contacts.group.deleted,
  done: () => '/contacts',
});

export const exportGroup = form({
  document: mutationOf('createExport', 'url'),
  adds: ({ params }) => ({ type: 'CONTACTS', filter: { group: params.group } }),
  submit: ({ contacts }) => contacts.group.export,
  opens: ({ createExport: { url } }) => url,
  repeatable: true,
});
