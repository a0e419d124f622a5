import { z } from 'zod';
import { idInput, nameInput, timezone } from '../../kernel/api/inputs.ts';

export const accountId = idInput('account', 'an account id', 'The account');

export const accountFields = {
  name: nameInput('Name of the account'),
  domain: z
    .string()
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, 'is not a domain')
    .nullish()
    .meta({ description: 'The internet domain of default sender addresses, such as `bakery.example`.' }),
  timezone: timezone
    .nullish()
    .meta({ description: 'IANA time zone name, such as `Europe/Berlin`. Default for a new account: UTC.' }),
};
