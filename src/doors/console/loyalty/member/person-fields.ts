import { firstFilled, fullName } from '../../../../kernel/values/blank.ts';
import type { Field } from '../../frame/screen-field.ts';

const customNames = ['custom1', 'custom2', 'custom3', 'custom4', 'custom5', 'custom6', 'custom7', 'custom8'] as const;

const customs = Object.fromEntries(
  customNames.map((name, index): [string, Field] => [
    name,
    { kind: 'text', label: ({ loyalty }) => loyalty.person.custom(index + 1), most: 255 },
  ]),
);

/** The fields of a person who has a card. */
export const personFields: Record<string, Field> = {
  firstName: { kind: 'text', label: ({ loyalty }) => loyalty.person.firstName, most: 100 },
  lastName: { kind: 'text', label: ({ loyalty }) => loyalty.person.lastName, most: 100 },
  email: { kind: 'email', label: ({ loyalty }) => loyalty.person.email, most: 254 },
  phone: { kind: 'tel', label: ({ loyalty }) => loyalty.person.phone, most: 50 },
  birthday: { kind: 'date', label: ({ loyalty }) => loyalty.person.birthday },
  gender: {
    kind: 'select',
    label: ({ loyalty }) => loyalty.person.gender,
    options: ({ loyalty }) => Object.entries(loyalty.person.genders),
  },
  address: { kind: 'text', label: ({ loyalty }) => loyalty.person.address, most: 255 },
  zip: { kind: 'text', label: ({ loyalty }) => loyalty.person.zip, most: 20 },
  city: { kind: 'text', label: ({ loyalty }) => loyalty.person.city, most: 100 },
  ...customs,
};

/** The fields that forms show in a group. */
export const rarePersonFields = ['gender', 'address', 'zip', 'city', ...customNames];

interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Returns what a person is called: by name, by email address, or by nothing. */
export function nameOf(named: Named, nameless: string): string {
  return firstFilled(fullName(named), named.email, nameless);
}
