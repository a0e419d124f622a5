import { longestReason, printable } from '../../kernel/outbound/failure-wording.ts';

/** A shorter match at the end of a truncated text is probably a coincidence. */
const fewestHidden = 3;

/** Hides secrets in a text, even one that is truncated at the end. */
export function redact(secrets: readonly (string | null)[], text: string): string {
  const wasCut = text.length >= longestReason;
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
