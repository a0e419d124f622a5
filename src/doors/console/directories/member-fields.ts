import type { Field, Kind } from '../frame/screen-field.ts';
import type { Words } from '../words/words.ts';

type Name = keyof Words['directories']['member']['fields'];

const field = (name: Name, kind: Kind, most: number, more: Partial<Field> = {}): Field => ({
  kind,
  label: ({ directories }) => directories.member.fields[name],
  most,
  ...more,
});

/** The fields of a member. */
export const memberFields = {
  email: field('email', 'email', 254, { required: true }),
  firstName: field('firstName', 'text', 100),
  lastName: field('lastName', 'text', 100),
  phone: field('phone', 'tel', 50),
  birthDate: field('birthDate', 'date', 10),
  address: field('address', 'text', 255),
  zip: field('zip', 'text', 20),
  city: field('city', 'text', 100),
  custom1: field('custom1', 'text', 255),
  custom2: field('custom2', 'text', 255),
  custom3: field('custom3', 'text', 255),
} satisfies Record<Name, Field>;

/** Returns the groups of the form in which they appear. */
export function memberGroups({ directories }: Words) {
  const { person, address, custom } = directories.member.groups;
  return [
    { legend: person, fields: ['email', 'firstName', 'lastName', 'phone', 'birthDate'] },
    { legend: address, fields: ['address', 'zip', 'city'] },
    { legend: custom, fields: ['custom1', 'custom2', 'custom3'] },
  ];
}
