import { birthDate, emailAddress, idInput, phoneNumber, words } from '../../kernel/api/inputs.ts';
import { type ContactData, fieldLengths } from './contact.ts';

export const contactId = idInput('contact', 'a contact id', 'The contact');

const wordsOf = (field: keyof ContactData, label: string) => words(fieldLengths[field], label);

const custom = (field: keyof ContactData) => wordsOf(field, `Custom field ${field.slice('custom'.length)}`);

const customOfEmail = (field: keyof ContactData) =>
  wordsOf(field, `Custom field ${field.slice('custom'.length)}, for a group with the channel \`EMAIL\``);

/** Input fields of a contact. The kind of address determines which channel the group must have. */
export const contactFields = {
  email: emailAddress.nullish().meta({ description: 'Email address, for a group with the channel `EMAIL`.' }),
  phone: phoneNumber.nullish().meta({ description: 'Phone number in E.164, for a group with the channel `SMS`.' }),
  firstName: wordsOf('firstName', 'First name'),
  lastName: wordsOf('lastName', 'Last name'),
  birthday: birthDate,
  custom1: custom('custom1'),
  custom2: custom('custom2'),
  custom3: custom('custom3'),
  custom4: custom('custom4'),
  custom5: custom('custom5'),
  custom6: custom('custom6'),
  custom7: custom('custom7'),
  custom8: customOfEmail('custom8'),
  custom9: customOfEmail('custom9'),
  custom10: customOfEmail('custom10'),
};
