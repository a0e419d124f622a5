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
/** Fewer characters at the end of a cut text may well be chance, and tell little. */
const fewestHidden = 3;

/** What a failure of the network was, in words that a customer reads. */
export function inWords(error: Error & { code?: string; originalCode?: string }): string {
  const known = words[error.originalCode ?? ''] ?? words[error.code ?? ''];
  return known ?? `No connection: ${printable(error.message || (error.code ?? 'unknown reason'))}.`;
}

/** Hides what a platform should not have repeated, such as a password in an answer, also where the answer was cut. */
export function without(secrets: readonly (string | null)[], text: string): string {
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

/** A text that was cut may end with the beginning of a secret. */
function withoutBeginning(secret: string, text: string): string {
  for (let length = Math.min(secret.length, text.length) - 1; length >= fewestHidden; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`;
  return text;
}

/** What a platform said, as one line that fits into a reason. */
export function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}
