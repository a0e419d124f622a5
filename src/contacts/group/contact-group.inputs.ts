import { z } from 'zod';
import { idPattern } from '../../kernel/values/ids.ts';

export const contactGroupId = z
  .string()
  .regex(idPattern('contactGroup'), 'is not a contact group id')
  .meta({ scalar: 'ID', description: 'The group: `gro_` and 12 characters.' });

export const groupName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'What it is called; 1 to 100 characters.' });
