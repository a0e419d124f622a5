import { describeFailure, printable } from '../failure-wording.ts';
import type { Verdict } from '../platform.ts';
import type { SmtpFailure } from './smtp-failure.ts';

/** Reply codes of servers that require authentication or rejected it. */
const signInCodes = new Set([530, 534, 535, 538]);

/** Returns the verdict when no mail could be started. The connection is the cause, so the mail can be retried. */
export function putOff(error: SmtpFailure): Verdict & { outcome: 'DEFERRED' } {
  const { code, responseCode = 0, response } = error;
  if (code === 'EAUTH' || signInCodes.has(responseCode)) return { outcome: 'DEFERRED', reason: refusedSignIn(error) };
  if (code === 'ETLS') return { outcome: 'DEFERRED', reason: printable(`No encryption: ${error.message}`) };
  return { outcome: 'DEFERRED', reason: response ? answered(response) : describeFailure(error) };
}

/** Returns the verdict for the mail that was being sent. `began`: the server had accepted the start of its content. */
export function verdictOf(error: SmtpFailure, began: boolean): Verdict {
  const { responseCode = 0, response = '' } = error;
  if (signInCodes.has(responseCode)) return putOff(error);
  const reason = answered(response);
  if (responseCode >= 500) return { outcome: 'REFUSED', reason, ...(meansNobody(error) && { badAddress: true }) };
  if (responseCode >= 400)
    return { outcome: 'DEFERRED', reason, ...(error.command === 'RCPT TO' && { ofRecipient: true }) };
  return began
    ? { outcome: 'UNKNOWN', reason: 'The connection was lost before the mail server confirmed or refused the mail.' }
    : putOff(error);
}

function answered(response: string): string {
  return printable(`The mail server responded: ${response}`);
}

/** Leaves out the server's response to a sign-in, because it may repeat the credentials. */
function refusedSignIn({ responseCode }: SmtpFailure): string {
  const code = responseCode ? ` (${responseCode})` : '';
  return `The mail server did not accept the user name and password${code}.`;
}

/**
 * Returns whether the server refused the recipient because the mailbox does not exist. An enhanced status code
 * (RFC 3463) distinguishes this from other reasons, such as a policy or a full mailbox.
 */
function meansNobody({ command, responseCode, response = '' }: SmtpFailure): boolean {
  if (command !== 'RCPT TO') return false;
  const [, subject = '', detail = ''] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (!subject) return responseCode !== 552;
  return subject === '1' || (subject === '2' && ['0', '1'].includes(detail));
}
