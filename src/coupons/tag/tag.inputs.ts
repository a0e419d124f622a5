import { z } from 'zod';

export const tag = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^,]*$/, 'must not contain a comma');
