import type { z } from 'zod';
import { StartFailure } from '../process/process.ts';

/** Parses options. If some are invalid, the error has a line for each. */
export function checked<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new StartFailure(parsed.error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('\n'));
}
