import { z } from 'zod';
import { emailAddress, phoneNumber } from '../../api/inputs.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import type { PersonAddress } from './person-work.ts';

/** The address of a person. Logs must not contain it. */
export const personInput = z
  .object({
    email: emailAddress.nullish().meta({
      scalar: 'EmailAddress',
      secret: true,
      description: 'The email address of the person. Set either this or `phone`.',
    }),
    phone: phoneNumber.nullish().meta({
      scalar: 'PhoneNumber',
      secret: true,
      description: 'The phone number of the person in E.164. Set either this or `email`.',
    }),
  })
  .refine(({ email, phone }) => (email == null) !== (phone == null), {
    path: ['email'],
    message: 'or phone must be given, and not both',
  });

export function addressOf({ email, phone }: z.output<typeof personInput>): PersonAddress {
  return { email: email ? emailKey(email) : null, phone: phone ?? null };
}
