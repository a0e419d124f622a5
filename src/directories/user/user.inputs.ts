import { z } from 'zod';
import { birthDate, emailString, idInput, words } from '../../kernel/api/inputs.ts';
import { directoryId } from '../directory/directory.inputs.ts';

const userId = idInput('directoryUser', 'a member id', 'The member');

/** Input fields that identify a member of a directory. */
export const directoryUserKey = { directory: directoryId, user: userId };

export const password = z
  .string()
  .min(8)
  .max(128)
  .meta({ secret: true, description: 'The password, 8 to 128 characters.' });

/** Input fields that describe a member. */
export const userFields = {
  email: emailString.meta({
    description: 'Email address to sign in with. Unique within the directory, ignoring case.',
  }),
  firstName: words(100, 'First name'),
  lastName: words(100, 'Last name'),
  phone: words(50, 'Phone number, stored as given'),
  birthDate,
  address: words(255, 'Street and number'),
  zip: words(20, 'Postal code'),
  city: words(100, 'City'),
  custom1: words(255, 'Custom field 1'),
  custom2: words(255, 'Custom field 2'),
  custom3: words(255, 'Custom field 3'),
};
