import { retryAfterOf } from '../../../kernel/leased-queue/backoff.ts';
import type { OutboundAnswer } from '../../../kernel/outbound/outbound-answer.ts';
import { printable } from '../failure-wording.ts';

/** The result of a call of Google's Wallet API. */
export type GoogleVerdict =
  | { outcome: 'DONE' }
  /** The message was added, but nobody was notified: the pass already had its notifications of the day. */
  | { outcome: 'SILENT' }
  /** There is no such object, because nobody has saved it, or no such class. */
  | { outcome: 'ABSENT' }
  /** Google did not accept this object or message. A retry is pointless. */
  | { outcome: 'REFUSED'; reason: string }
  | { outcome: 'DEFERRED'; reason: string; retryAfter: Date | null }
  /** Nothing can be done with this service account or issuer. */
  | { outcome: 'MISCONFIGURED'; reason: string };

/** Reasons of a 403 that end by themselves. */
const temporary = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

export function verdictOf(answer: OutboundAnswer): GoogleVerdict {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'DONE' };
  if (status === 404) return { outcome: 'ABSENT' };
  const reason = sayingOf(answer);
  if (status === 408 || status === 429 || status >= 500 || temporary.has(errorIn(answer).reason))
    return { outcome: 'DEFERRED', reason, retryAfter: retryAfterOf(headers['retry-after'], new Date()) };
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { outcome: 'MISCONFIGURED', reason };
  return { outcome: 'REFUSED', reason };
}

/** Returns whether a pass has had all notifications that Google allows in a day. */
export function isNotificationQuota(answer: OutboundAnswer): boolean {
  return answer.status === 403 && errorIn(answer).reason === 'quotaExceeded';
}

/** Returns what Google says about a failed call, in one line. */
export function sayingOf(answer: OutboundAnswer): string {
  const { message } = errorIn(answer);
  return `Google responded with ${answer.status}${message && `: ${printable(message)}`}`;
}

interface GoogleError {
  message?: unknown;
  status?: unknown;
  errors?: { reason?: unknown }[];
}

/** Reads an error of the Wallet API or of the token endpoint, which is flat. */
function errorIn({ body }: OutboundAnswer): { reason: string; message: string } {
  try {
    const { error, error_description: description } = Object(JSON.parse(body)) as Record<string, unknown>;
    if (typeof error === 'string') return { reason: error, message: String(description ?? error) };
    const { message, status, errors } = Object(error) as GoogleError;
    const reason = Array.isArray(errors) ? errors[0]?.reason : status;
    return { reason: String(reason ?? ''), message: String(message ?? '') };
  } catch {
    return { reason: '', message: '' };
  }
}
