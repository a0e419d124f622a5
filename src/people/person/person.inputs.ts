import { z } from 'zod';
import { emailAddress, idInput, optionalText } from '../../api/inputs.ts';
import { roles } from '../../api/scope.ts';

export const personId = idInput('person', 'a person id', 'The person');

export const roleInput = z.enum(roles).meta({
  id: 'Role',
  description: "A person's role in an account, which determines the person's scopes.",
  values: {
    OWNER: 'Can do everything. Has the scopes `READ`, `WRITE`, `REDEEM`, `SEND` and `ADMIN`.',
    MARKETER: 'Can run campaigns and send messages. Has the scopes `READ`, `WRITE` and `SEND`.',
    ANALYST: 'Can only read. Has the scope `READ`.',
  },
});

export const personEmail = emailAddress.meta({ description: 'Email address with which the person signs in.' });

export const personName = optionalText(
  100,
  'Name of the person',
  ' Without a name, the email address is shown instead.',
);

/** The length of a password. Long passwords are phrases, and need no rules about characters. */
export const passwordLength = { min: 12, max: 200 };

export const newPassword = z.string().min(passwordLength.min).max(passwordLength.max).meta({
  secret: true,
  description:
    'The new password, 12 to 200 characters. Passwords that are easy to guess, such as common words, keyboard rows or the email address, are refused.',
});
