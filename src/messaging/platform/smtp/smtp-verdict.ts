import { describeFailure, printable } from '../../../kernel/outbound/failure-wording.ts';
import type { Verdict } from '../platform.ts';
import type { SmtpFailure } from './smtp-connections.ts';
import type { Mail } from './smtp-mail.ts';

type Envelope = Mail['envelope'];

/** The server requires authentication or rejected it. */
const signInCodes = new Set([530, 534, 535, 538]);

/** Returns the verdict if no mail could be started. The connection is the cause, so a retry may succeed. */
export function deferredBy(error: SmtpFailure): Verdict & { outcome: 'DEFERRED' } {
  const { code, responseCode = 0, response } = error;
  if (code === 'EAUTH' || signInCodes.has(responseCode)) return { outcome: 'DEFERRED', reason: refusedSignIn(error) };
  if (code === 'ETLS') return { outcome: 'DEFERRED', reason: printable(`No encryption: ${error.message}`) };
  return { outcome: 'DEFERRED', reason: response ? answered(response) : describeFailure(error) };
}

/** Returns the verdict on a mail. `began` shows whether the server had accepted the beginning of the content. */
export function verdictOf(error: SmtpFailure, envelope: Envelope, began: boolean): Verdict {
  const { responseCode = 0, response = '' } = error;
  if (signInCodes.has(responseCode)) return deferredBy(error);
  const reason = answered(response);
  if (responseCode >= 500)
    return { outcome: 'REFUSED', reason, ...(meansNobody(error, envelope) && { badAddress: true }) };
  // With 421, the server ends the connection, whatever the command was.
  const isOfRecipient = error.command === 'RCPT TO' && responseCode !== 421;
  if (responseCode >= 400) return { outcome: 'DEFERRED', reason, ...(isOfRecipient && { ofRecipient: true }) };
  return began
    ? { outcome: 'UNKNOWN', reason: 'The connection was lost before the mail server confirmed or refused the mail.' }
    : deferredBy(error);
}

function answered(response: string): string {
  return printable(`The mail server responded: ${response}`);
}

/** Describes a refused sign-in without the server's words, which may repeat the credentials. */
function refusedSignIn({ responseCode }: SmtpFailure): string {
  const code = responseCode ? ` (${responseCode})` : '';
  return `The mail server did not accept the user name and password${code}.`;
}

/** The enhanced status codes (RFC 3463, RFC 7505) for an address that does not exist. */
const codesOfNobody = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** The codes for refused recipients. Others, such as 501 and 503, concern commands. */
const codesOfRecipients = new Set([550, 551, 553, 554, 556]);

/**
 * Words that refer to the recipient. `account` and `customer` are missing, because they may also refer to the sender.
 */
const recipient = /\b(user|mailbox|recipient|address|addressee|alias|local part)\b/i;
const customer = /\b(account|customer)\b/i;
const isNobody =
  /\b(unknown|unrouteable|unroutable|invalid|disabled|inactive|unavailable|no such|no longer|non-?existent|not (found|exist|known|valid|our|a valid)|(does not|doesn't|does n't) (exist|have)|no mailbox)\b/i;

/** Words that show that a refusal concerns the sender, its permissions or its rate, whatever the code is. */
const isAboutSender =
  /\b(sender|originator|(return|reverse)[- ]?path|(envelope|mail)[- ]from|rate|quota|too (many|quickly|fast|often)|policy|policies|spam\w*|(black|block|deny|allow|allowed|white|safe|verified)[- ]?list\w*|blocked|banned|reputation|auth\w*|unauth\w*|verification|verified|call-?(out|back)|sandbox|trial|billing|invoice|subscription|denied|forbidden|prohibit\w*)\b/i;

/** Words that show that a refusal does not concern the recipient. They count only without an enhanced status code. */
const isAboutOthers =
  /\b(from|relay\w*|junk|rbl|dnsbl|spf|dkim|dmarc|dns|mx|ptr|record|limit\w*|hourly|daily|exceed\w*|expired|ip|helo|ehlo|host|hostname|client|your|sending|outbound|outgoing|smtp|service|sales|contract|plan|licen[cs]e|login|password|credentials|permi\w*|allowed|syntax|command|full|grey\w*|gray\w*|try again|temporar\w*)\b/i;

/**
 * Whether the address does not exist. Servers also refuse recipients for faults of the sender, its domain or the relay,
 * and these must not opt anyone out.
 */
function meansNobody({ command, responseCode = 0, response = '' }: SmtpFailure, { from, to }: Envelope): boolean {
  if (command !== 'RCPT TO') return false;
  const said = response.toLowerCase();
  const namesRecipient = said.includes(to.toLowerCase());
  if (said.includes(from.toLowerCase()) && !namesRecipient) return false;
  const words = said.replace(/(?<!\S)[^\s@/]*[@/]\S*/g, ' ');
  if (isAboutSender.test(words)) return false;
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (enhanced) return codesOfNobody.has(enhanced);
  const isOfRecipient = recipient.test(words) || (namesRecipient && customer.test(words));
  return codesOfRecipients.has(responseCode) && isOfRecipient && isNobody.test(words) && !isAboutOthers.test(words);
}
