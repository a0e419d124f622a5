import { z } from 'zod';
import { emailAddress, phoneNumber } from '../../kernel/api/inputs.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { isLocalTime } from '../../kernel/values/local-time.ts';
import { type ContactData, fieldLengths } from './contact.ts';

export const contactId = z
  .string()
  .regex(idPattern('contact'), 'is not a contact id')
  .meta({ scalar: 'ID', description: 'The contact: `con_` and 16 characters.' });

const words = (field: keyof ContactData, description: string) =>
  z
    .string()
    .max(fieldLengths[field])
    .nullish()
    .meta({ description: `${description}; at most ${fieldLengths[field]} characters.` });

const custom = (field: keyof ContactData) => words(field, `Custom field ${field.slice('custom'.length)}`);

const customOfEmail = (field: keyof ContactData) =>
  words(field, `Custom field ${field.slice('custom'.length)}, which only contacts with an email address have`);

/** What a contact can be given. Its address says of which channel its group must be. */
export const contactFields = {
  email: emailAddress.nullish().meta({ description: 'Email address, for a group of the channel `EMAIL`.' }),
  phone: phoneNumber.nullish().meta({ description: 'Phone number in E.164, for a group of the channel `SMS`.' }),
  firstName: words('firstName', 'First name'),
  lastName: words('lastName', 'Last name'),
  birthday: z
    .string()
    .refine((date) => isLocalTime(`${date} 00:00:00`), 'is not a date in the format yyyy-MM-dd')
    .nullish()
    .meta({ description: 'Date of birth: `yyyy-MM-dd`.' }),
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
