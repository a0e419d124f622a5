/** One text for both: a difference would reveal which internal names exist. */
const unknownName = 'The host name is unknown or does not lead to a public address.';

const words: Record<string, string> = {
  ENOTFOUND: unknownName,
  REFUSED_NAME: unknownName,
  EAI_AGAIN: 'The host name could not be looked up. This may be temporary.',
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The host closed the connection.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The network of the host could not be reached.',
  ETIMEDOUT: 'The host did not respond in time.',
};

/** The maximum number of characters of a reported reason. */
export const longestReason = 250;

/** Returns a description of a failure for customers. System messages contain addresses, so they are left out. */
export function describeFailure(error: Error & { code?: string; originalCode?: string; syscall?: string }): string {
  const known = words[error.originalCode ?? ''] ?? words[error.code ?? ''];
  const message = error.syscall ? '' : error.message;
  return known ?? `The connection failed: ${printable(message || (error.code ?? 'unknown reason'))}.`;
}

export function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestReason)
    .toWellFormed();
}
