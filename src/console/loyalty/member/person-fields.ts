import { firstFilled, fullName } from '../../../kernel/values/blank.ts';
import { contactFields, customFields, personFields as fields } from '../../../loyalty/person/person.fields.ts';
import { formFields, namesInGroup, numbered } from '../../frame/noun-form.ts';
import type { Field } from '../../frame/screen-field.ts';

const { gender, ...contacts } = formFields(contactFields, ({ loyalty }) => loyalty.person);

/** The fields of a person who has a card. */
export const personFields: Record<string, Field> = {
  ...contacts,
  gender: { ...gender, options: ({ loyalty }) => Object.entries(loyalty.person.genders) },
  ...formFields(customFields, ({ loyalty: { person } }) => numbered(customFields, person.custom)),
};

/** The fields that forms show in a group. */
export const rarePersonFields = namesInGroup(fields, 'rare');

interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Returns what a person is called: by name, by email address, or by nothing. */
export function nameOf(named: Named, nameless: string): string {
  return firstFilled(fullName(named), named.email, nameless);
}
