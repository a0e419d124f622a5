import { z } from 'zod';
import { timezone } from '../../kernel/api/inputs.ts';

export const accountFields = {
  name: z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' }),
  domain: z
    .string()
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, 'is not a domain')
    .nullish()
    .meta({ description: 'The internet domain of default sender addresses, such as `bakery.example`.' }),
  timezone: timezone.nullish().meta({ description: 'IANA name, such as `Europe/Berlin`. UTC unless told.' }),
};
