/** One text for both: a difference would reveal which internal names exist. */
const unknownName = 'The host name does not exist or does not lead to a public address.';

const messages: Record<string, string> = {
  ENOTFOUND: unknownName,
  REFUSED_NAME: unknownName,
  EAI_AGAIN: 'The DNS lookup of the host name failed temporarily.',
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The host closed the connection.',
  EHOSTUNREACH: 'The host is not reachable.',
  ENETUNREACH: 'The network of the host is not reachable.',
  ETIMEDOUT: 'The host did not respond in time.',
};

const longest = 250;
/** A shorter match at the end of a truncated text is probably a coincidence. */
const fewestHidden = 3;

/** Describes a failure for customers, without the messages of the system, which contain addresses. */
export function describeFailure(error: Error & { code?: string; originalCode?: string; syscall?: string }): string {
  const known = messages[error.originalCode ?? ''] ?? messages[error.code ?? ''];
  const message = error.syscall ? '' : error.message;
  return known ?? `No connection: ${printable(message || (error.code ?? 'unknown reason'))}.`;
}

/** Hides secrets in a text, even one that is truncated at the end. */
export function redact(secrets: readonly (string | null)[], text: string): string {
  const wasCut = text.length >= longest;
  return secrets
    .flatMap((secret) => (secret ? waysToWrite(secret) : []))
    .reduce((shown, secret) => {
      const hidden = shown.replaceAll(secret, '…');
      return wasCut ? withoutBeginning(secret, hidden) : hidden;
    }, text);
}

function waysToWrite(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  const ways = [secret, printable(secret), encodeURIComponent(secret), base64, base64.replace(/=+$/, '')];
  return ways.filter((way) => way !== '');
}

function withoutBeginning(secret: string, text: string): string {
  for (let length = Math.min(secret.length, text.length) - 1; length >= fewestHidden; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`;
  return text;
}

export function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}
