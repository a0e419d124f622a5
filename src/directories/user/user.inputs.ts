import { z } from 'zod';
import { emailString, idInput } from '../../api/inputs.ts';
import { fieldInputs } from '../../api/noun-fields.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { memberFields } from './user.fields.ts';

const userId = idInput('directoryUser', 'a member id', 'The member');

export const directoryUserKey = { directory: directoryId, user: userId };

export const password = z
  .string()
  .min(8)
  .max(128)
  .meta({ secret: true, description: 'The password, 8 to 128 characters.' });

export const userFields = {
  email: emailString.meta({
    description: 'Email address to sign in with. Unique within the directory, ignoring case.',
  }),
  ...fieldInputs(memberFields),
};
