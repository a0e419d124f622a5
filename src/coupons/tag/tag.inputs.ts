import { z } from 'zod';
import { plainLine } from '../../kernel/values/plain-line.ts';

export const tag = z
  .string()
  .overwrite(plainLine)
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^,]*$/, 'must not contain a comma');
