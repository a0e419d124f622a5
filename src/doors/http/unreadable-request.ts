/** The HTTP status for a request that Express or a body parser could not read; null for every other error. */
export function statusOfUnreadable(error: unknown): 400 | 413 | null {
  const { status } = (error ?? {}) as { status?: unknown };
  if (status === 413) return 413;
  return error instanceof URIError || (typeof status === 'number' && status < 500) ? 400 : null;
}
