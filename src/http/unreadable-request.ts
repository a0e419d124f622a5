import { Problem } from '../kernel/problem.ts';

export class Unreadable extends Problem {
  constructor(message?: string) {
    super('UNREADABLE_BODY', message);
  }
}

/** Decoders would replace such bytes with another character. */
export function notUtf8(field: string | undefined): Unreadable {
  return new Unreadable(`${field || 'The request'} is not UTF-8.`);
}

export function statusOfUnreadable(error: unknown): 400 | 413 | null {
  if (error instanceof Problem)
    return error.code === 'BODY_TOO_LARGE' ? 413 : error.code === 'UNREADABLE_BODY' ? 400 : null;
  const { status } = (error ?? {}) as { status?: unknown };
  if (status === 413) return 413;
  return error instanceof URIError || (typeof status === 'number' && status < 500) ? 400 : null;
}
