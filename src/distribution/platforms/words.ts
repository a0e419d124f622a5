const words: Record<string, string> = {
  ENOTFOUND: 'The name of the host is not known.',
  EAI_AGAIN: 'The name of the host could not be looked up for now.',
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The host closed the connection.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The network of the host could not be reached.',
  ETIMEDOUT: 'The host did not answer in time.',
};

const longest = 250;

/** What a failure of the network was, in words that a customer reads. */
export function inWords(error: Error & { code?: string; originalCode?: string }): string {
  const known = words[error.originalCode ?? ''] ?? words[error.code ?? ''];
  return known ?? `No connection: ${printable(error.message || (error.code ?? 'unknown reason'))}.`;
}

/** Hides what a platform should not have repeated, such as a password in an answer. */
export function without(secrets: readonly (string | null)[], text: string): string {
  return secrets
    .flatMap((secret) => (secret ? waysToWrite(secret) : []))
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

function waysToWrite(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, encodeURIComponent(secret), base64, base64.replace(/=+$/, '')];
}

/** What a platform said, as one line that fits into a reason. */
export function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}
