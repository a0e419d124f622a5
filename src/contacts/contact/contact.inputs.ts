import { emailAddress, idInput, phoneNumber } from '../../api/inputs.ts';
import { fieldInputs } from '../../api/noun-fields.ts';
import { contactFields } from './contact.fields.ts';

export const contactId = idInput('contact', 'a contact id', 'The contact');

/** The kind of the address says which channel the group must have. */
export const contactInputs = {
  email: emailAddress.nullish().meta({ description: 'Email address, for a group with the channel `EMAIL`.' }),
  phone: phoneNumber.nullish().meta({ description: 'Phone number in E.164, for a group with the channel `SMS`.' }),
  ...fieldInputs(contactFields),
};
