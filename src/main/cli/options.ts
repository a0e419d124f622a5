import type { z } from 'zod';
import { StartFailure } from '../process/process.ts';

/** Returns the options of a command, parsed by its schema. Throws an error with one line for each invalid option. */
export function checked<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new StartFailure(parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('\n'));
}
