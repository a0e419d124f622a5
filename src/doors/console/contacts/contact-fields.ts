import type { Field } from '../frame/screen-field.ts';

const customs = (amount: number) =>
  Object.fromEntries(
    Array.from({ length: amount }, (_, index): [string, Field] => [
      `custom${index + 1}`,
      { kind: 'text', label: ({ contacts }) => contacts.contact.custom(index + 1), most: 255 },
    ]),
  );

const dataFields: Record<string, Field> = {
  firstName: { kind: 'text', label: ({ contacts }) => contacts.contact.firstName, most: 100 },
  lastName: { kind: 'text', label: ({ contacts }) => contacts.contact.lastName, most: 100 },
  birthday: { kind: 'date', label: ({ contacts }) => contacts.group.birthday },
};

/** The fields of contacts besides the address, by the channel of their group. */
export const fieldsOf = { EMAIL: { ...dataFields, ...customs(10) }, SMS: { ...dataFields, ...customs(7) } };

/** The fields that forms show in a group, by the channel. */
export const rareFieldsOf = {
  EMAIL: ['birthday', ...Object.keys(customs(10))],
  SMS: ['birthday', ...Object.keys(customs(7))],
};

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
