import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { addressFields, fieldsOf } from './contact-fields.ts';

const addDocument = graphql(`
  mutation ConsoleAddContact($input: AddContactInput!) {
    addContact(input: $input) { contact { id } updated }
  }
`);

/** Adds the group of the page to an input. */
const ofGroup = (input: never, { params }: Page) => ({ input: Object.assign(input, { group: params.group }) });

const adding = (fields: Record<string, Field>) =>
  form({
    scope: 'WRITE',
    document: addDocument,
    fields,
    variables: ofGroup,
    submit: ({ contacts }) => contacts.group.addButton,
    doneWords: ({ contacts }) => contacts.group.addDone,
  });

export const addEmail = adding({ email: addressFields.email, ...fieldsOf.EMAIL });
export const addPhone = adding({ phone: addressFields.phone, ...fieldsOf.SMS });

const saving = (fields: Record<string, Field>) =>
  form({
    scope: 'WRITE',
    document: addDocument,
    fields,
    clears: true,
    variables: ofGroup,
    submit: ({ contacts }) => contacts.contact.save,
    doneWords: ({ contacts }) => contacts.contact.saved,
  });

/** A contact is changed by its address, which stays. */
export const saveEmail = saving({ email: { kind: 'hidden' }, ...fieldsOf.EMAIL });
export const savePhone = saving({ phone: { kind: 'hidden' }, ...fieldsOf.SMS });

export const removeContact = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleRemoveContact($input: RemoveContactInput!) {
      removeContact(input: $input) { groupId }
    }
  `),
  fields: { contact: { kind: 'hidden' } },
  variables: ofGroup,
  submit: ({ contacts }) => contacts.group.remove,
  doneWords: ({ contacts }) => contacts.group.removed,
  done: ({ removeContact: { groupId } }) => `/contacts/${groupId}`,
});

export const renameGroup = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateContactGroup($input: UpdateContactGroupInput!) {
      updateContactGroup(input: $input) { id }
    }
  `),
  fields: { name: { kind: 'text', label: ({ contacts }) => contacts.list.name, required: true, most: 100 } },
  variables: (input, { params }) => ({ input: Object.assign(input, { id: params.group }) }),
  submit: ({ contacts }) => contacts.group.renameButton,
  doneWords: ({ contacts }) => contacts.group.renamed,
});

export const deleteGroup = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteContactGroup($input: DeleteContactGroupInput!) {
      deleteContactGroup(input: $input) { id }
    }
  `),
  fields: {},
  variables: (input, { params }) => ({ input: Object.assign(input, { id: params.group }) }),
  submit: ({ contacts }) => contacts.group.deleteButton,
  doneWords: ({ contacts }) => contacts.group.deleted,
  done: () => '/contacts',
});

export const exportGroup = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleExportContacts($input: CreateExportInput!) {
      createExport(input: $input) { url }
    }
  `),
  fields: {},
  variables: (_, { params }) => ({ input: { type: 'CONTACTS' as const, filter: { group: params.group ?? '' } } }),
  submit: ({ contacts }) => contacts.group.export,
  done: ({ createExport: { url } }) => url,
  repeatable: true,
});
