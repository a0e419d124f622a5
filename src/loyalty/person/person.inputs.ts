import { z } from 'zod';
import { birthDate, emailString, words } from '../../kernel/api/inputs.ts';
import { genders } from './person.ts';

const custom = (number: number) => words(255, `Custom field ${number}`);

export const gender = z.enum(genders).meta({
  id: 'Gender',
  description: 'The gender of a person.',
  values: { MALE: 'Male.', FEMALE: 'Female.', UNKNOWN: 'Unknown.' },
});

/** The input fields of a person (specification, "Loyalty card user fields"). */
export const personFields = {
  firstName: words(100, 'First name'),
  lastName: words(100, 'Last name'),
  address: words(255, 'Street and number'),
  zip: words(20, 'Postal code'),
  city: words(100, 'City'),
  phone: words(50, 'Phone number, stored as given'),
  email: emailString.nullish().meta({ description: 'Email address. Several persons can have the same address.' }),
  gender: gender.nullish().meta({ description: 'Gender.' }),
  birthday: birthDate,
  custom1: custom(1),
  custom2: custom(2),
  custom3: custom(3),
  custom4: custom(4),
  custom5: custom(5),
  custom6: custom(6),
  custom7: custom(7),
  custom8: custom(8),
};

export const newPersonFields = {
  ...personFields,
  email: emailString.meta({ description: 'Email address. Several persons can have the same address.' }),
  password: z
    .string()
    .min(8)
    .max(128)
    .meta({ secret: true, description: 'The password to sign in with, 8 to 128 characters.' }),
};
