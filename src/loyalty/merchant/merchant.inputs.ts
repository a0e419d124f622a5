import { z } from 'zod';
import { text } from '../../kernel/api/inputs.ts';

export const merchantFields = {
  name: z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' }),
  address: text(255, 'Street and number'),
  zip: text(20, 'Postal code'),
  city: text(100, 'City'),
};
