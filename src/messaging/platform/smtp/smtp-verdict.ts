import { inWords, printable } from '../failure-wording.ts';
import type { Verdict } from '../platform.ts';

/** What nodemailer tells of a failure. */
export interface SmtpFailure extends Error {
  code?: string;
  originalCode?: string;
  /** The command that the server refused. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Codes by which a server wants somebody to sign in, or does not like how it was done. */
const signInCodes = new Set([530, 534, 535, 538]);

/** Why no mail could be begun. That lies with the connection, so every mail may be tried again. */
export function putOff(error: SmtpFailure): Verdict & { outcome: 'DEFERRED' } {
  const { code, responseCode = 0, response } = error;
  if (code === 'EAUTH' || signInCodes.has(responseCode)) return { outcome: 'DEFERRED', reason: refusedSignIn(error) };
  if (code === 'ETLS') return { outcome: 'DEFERRED', reason: printable(`No encryption: ${error.message}`) };
  return { outcome: 'DEFERRED', reason: response ? answered(response) : inWords(error) };
}

/** What a failure means for the mail that was under way. `began`: whether the server had let the mail itself begin. */
export function verdictOf(error: SmtpFailure, began: boolean): Verdict {
  const { responseCode = 0, response = '' } = error;
  if (signInCodes.has(responseCode)) return putOff(error);
  const reason = answered(response);
  if (responseCode >= 500) return { outcome: 'REFUSED', reason, ...(meansNobody(error) && { badAddress: true }) };
  if (responseCode >= 400)
    return { outcome: 'DEFERRED', reason, ...(error.command === 'RCPT TO' && { ofRecipient: true }) };
  return began
    ? { outcome: 'UNKNOWN', reason: 'The connection was lost before the mail server said whether it took the mail.' }
    : putOff(error);
}

function answered(response: string): string {
  return printable(`The mail server answered: ${response}`);
}

/** A server may repeat what it was given, so what it said to a sign-in is not passed on. */
function refusedSignIn({ responseCode }: SmtpFailure): string {
  const code = responseCode ? ` (${responseCode})` : '';
  return `The mail server did not accept the user name and password${code}.`;
}

/**
 * Whether the recipient was refused since there is no such mailbox. An enhanced status code (RFC 3463) tells it from a
 * refusal for another reason, such as a policy or a full mailbox.
 */
function meansNobody({ command, responseCode, response = '' }: SmtpFailure): boolean {
  if (command !== 'RCPT TO') return false;
  const [, subject = '', detail = ''] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (!subject) return responseCode !== 552;
  return subject === '1' || (subject === '2' && ['0', '1'].includes(detail));
}
