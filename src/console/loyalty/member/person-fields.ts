import { firstFilled, fullName } from '../../../kernel/values/blank.ts';
import { contactFields, customFields, personFields as fields } from '../../../loyalty/person/person.fields.ts';
import { formFields, namesInGroup, numbered } from '../../frame/labelled-fields.ts';
import type { Field } from '../../frame/screen-field.ts';

const { gender, ...contacts } = formFields(contactFields, ({ loyalty }) => loyalty.person);

export const personFields: Record<string, Field> = {
  ...contacts,
  gender: { ...gender, options: ({ loyalty }) => Object.entries(loyalty.person.genders) },
  ...formFields(customFields, ({ loyalty: { person } }) => numbered(customFields, person.custom)),
};

export const rarePersonFields = namesInGroup(fields, 'rare');

interface NamedPerson {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Returns the name, the email address, or `nameless`. */
export function nameOf(named: NamedPerson, nameless: string): string {
  return firstFilled(fullName(named), named.email, nameless);
}
