import { z } from 'zod';
import { emailString } from '../../api/inputs.ts';
import { fieldInputs } from '../../api/noun-fields.ts';
import { personFields } from './person.fields.ts';

export const personInputs = fieldInputs(personFields);

export const newPersonInputs = {
  ...personInputs,
  email: emailString.meta({ description: 'Email address. Several people can have the same address.' }),
  password: z
    .string()
    .min(8)
    .max(128)
    .meta({ secret: true, description: 'The password to sign in with, 8 to 128 characters.' }),
};
