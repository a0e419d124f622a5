import { retryAfterOf } from '../../../kernel/leased-queue/backoff.ts';
import { describeFailure, printable } from '../../../kernel/outbound/failure-wording.ts';
import { callersTimeout, type Outbound, type OutboundFailure } from '../../../kernel/outbound/outbound.ts';
import type { OutboundAnswer } from '../../../kernel/outbound/outbound-answer.ts';
import { jsonObjectIn } from '../../../kernel/values/json-object.ts';
import { platformHookPath } from '../../../vocabulary/links.ts';
import type { OpenPlatform, OutgoingSms, Platform, Verdict } from '../platform.ts';
import { redact } from '../redaction.ts';

const parallel = 32;
const optedOut = 21610;

/** The error codes for numbers that do not exist or cannot receive SMS. */
const badAddresses = [21211, 21214, 21217, 21614];

export interface TwilioSettings {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string | null;
  messagingServiceSid: string | null;
}

export const openTwilio: OpenPlatform = ({ id }, settings, { outbound, publicUrl }) =>
  new Twilio(settings as TwilioSettings, outbound, publicUrl + platformHookPath('twilio', id, 'status'));

class Twilio implements Platform {
  readonly parallel = parallel;
  readonly #settings: TwilioSettings;
  readonly #outbound: Outbound;
  readonly #statusUrl: string;

  constructor(settings: TwilioSettings, outbound: Outbound, statusUrl: string) {
    this.#settings = settings;
    this.#outbound = outbound;
    this.#statusUrl = statusUrl;
  }

  async send({ to, text }: OutgoingSms): Promise<Verdict> {
    const { from, messagingServiceSid } = this.#settings;
    const fields = new URLSearchParams({
      To: to,
      Body: text,
      ...(messagingServiceSid ? { MessagingServiceSid: messagingServiceSid } : { From: from ?? '' }),
      StatusCallback: this.#statusUrl,
    });
    const headers = { ...this.#headers, 'content-type': 'application/x-www-form-urlencoded' };
    const request = {
      url: `${this.#account}/Messages.json`,
      headers,
      body: String(fields),
      once: true,
      timeoutMilliseconds: callersTimeout,
    };
    const verdict = await this.#outbound.post(request).then(verdictOf, unanswered);
    return 'reason' in verdict ? { ...verdict, reason: this.#shown(verdict.reason) } : verdict;
  }

  async check(): Promise<string | null> {
    return this.#outbound.get(`${this.#account}.json`, this.#headers).then(
      (answer) => (answer.status < 300 ? null : this.#shown(googleProblemIn(answer))),
      (error: OutboundFailure) => this.#shown(describeFailure(error)),
    );
  }

  async close(): Promise<void> {}

  get #account(): string {
    return `${this.#settings.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(this.#settings.accountSid)}`;
  }

  get #headers(): Record<string, string> {
    const { accountSid, authToken } = this.#settings;
    const pair = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    return { authorization: `Basic ${pair}`, accept: 'application/json', 'user-agent': 'campaign-service' };
  }

  #shown(reason: string): string {
    const { accountSid, authToken } = this.#settings;
    return redact([`${accountSid}:${authToken}`, authToken], reason);
  }
}

function verdictOf(answer: OutboundAnswer): Verdict {
  const { status, headers } = answer;
  const { sid, status: state, code, error_code: errorCode } = jsonObjectIn(answer.body);
  if (status >= 200 && status < 300 && state !== 'failed' && state !== 'undelivered')
    return { outcome: 'SENT', platformId: typeof sid === 'string' && sid ? sid.slice(0, 100) : null };
  const reason = googleProblemIn(answer);
  // 408 means that Twilio gave up before it had read the whole request.
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'DEFERRED', reason, retryAfter: retryAfterOf(headers['retry-after'], new Date()) };
  // The cause is the integration, and not the message.
  if (status === 401 || status === 404 || (status >= 300 && status < 400)) return { outcome: 'DEFERRED', reason };
  const error = Number(code ?? errorCode);
  return {
    ...{ outcome: 'REFUSED', reason },
    ...(error === optedOut && { optedOut: true }),
    ...(badAddresses.includes(error) && { badAddress: true }),
  };
}

function unanswered(error: OutboundFailure): Verdict {
  return error.handedOver
    ? { outcome: 'UNKNOWN', reason: 'The connection was lost before the platform confirmed or refused the SMS.' }
    : { outcome: 'DEFERRED', reason: describeFailure(error) };
}

function googleProblemIn(answer: OutboundAnswer): string {
  if (answer.status === 401) return 'The platform did not accept the account and its token (401).';
  const { code, message, error_code: errorCode, error_message: errorMessage } = jsonObjectIn(answer.body);
  const number = code ?? errorCode;
  const said = message ?? errorMessage;
  const parts = [
    `The platform responded with ${answer.status}`,
    ...(typeof said === 'string' ? [`: ${said}`] : []),
    ...(typeof number === 'number' ? [` (${number})`] : []),
  ];
  return printable(parts.join(''));
}
