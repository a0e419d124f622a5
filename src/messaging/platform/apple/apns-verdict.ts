import { retryAfterOf } from '../../../kernel/leased-queue/backoff.ts';

export type ApnsVerdict =
  | { outcome: 'TOLD' }
  /** The token is no longer valid. `since` is the time at which Apple noticed it; null if Apple does not say. */
  | { outcome: 'GONE'; since: Date | null }
  /** Not told; a retry is possible. */
  | { outcome: 'DEFERRED'; reason: string; retryAfter: Date | null }
  /** Not told, and no other device can be told: the certificate is the cause. */
  | { outcome: 'MISCONFIGURED'; reason: string };

export interface ApnsAnswer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** Reasons of responses with 400 that tell of the certificate, not of the device. */
const ofCertificate = new Set([
  'BadCertificate',
  'BadCertificateEnvironment',
  'BadTopic',
  'MissingTopic',
  'TopicDisallowed',
]);

/**
 * The topic is always the pass type of the certificate, so a token that is not for it is a bad token. A phone may
 * register any token.
 */
const ofToken = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'MissingDeviceToken']);

export function verdictOf({ status, retryAfter, body }: ApnsAnswer): ApnsVerdict {
  if (status === 200) return { outcome: 'TOLD' };
  const { reason, timestamp } = reasonIn(body);
  if (status === 410) return { outcome: 'GONE', since: timestamp === null ? null : new Date(timestamp) };
  if (status === 400 && ofToken.has(reason)) return { outcome: 'GONE', since: null };
  if (status === 403 || ofCertificate.has(reason)) return misconfigured(reason || String(status));
  const text = `Apple responded with ${status}${reason && ` (${reason})`}.`;
  return { outcome: 'DEFERRED', reason: text, retryAfter: retryAfterOf(retryAfter, new Date()) };
}

export function verdictOfGoaway(data: string): ApnsVerdict | null {
  const { reason } = reasonIn(data);
  return ofCertificate.has(reason) ? misconfigured(reason) : null;
}

const certificateAlert = /ALERT_(\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)$/;

export function verdictOfFailure(error: Error & { code?: string }, describe: (error: Error) => string): ApnsVerdict {
  const alert = certificateAlert.exec(error.code ?? '')?.[1];
  if (alert) return misconfigured(alert.toLowerCase().replaceAll('_', ' '));
  return { outcome: 'DEFERRED', reason: describe(error), retryAfter: null };
}

/**
 * Returns whether the device must be dropped. A device that registered after Apple noticed the end of its token has the
 * pass again.
 */
export function isGone(verdict: ApnsVerdict, registeredAt: Date): boolean {
  return verdict.outcome === 'GONE' && (verdict.since === null || verdict.since > registeredAt);
}

function misconfigured(reason: string): ApnsVerdict {
  return { outcome: 'MISCONFIGURED', reason: `Apple did not accept the certificate of the passes (${reason}).` };
}

/** Reads the reason and, in milliseconds since 1970, the time of a response. */
function reasonIn(body: string): { reason: string; timestamp: number | null } {
  try {
    const { reason, timestamp } = JSON.parse(body) as { reason?: unknown; timestamp?: unknown };
    return {
      reason: typeof reason === 'string' && /^\w{1,60}$/.test(reason) ? reason : '',
      timestamp: typeof timestamp === 'number' && Number.isSafeInteger(timestamp) ? timestamp : null,
    };
  } catch {
    return { reason: '', timestamp: null };
  }
}
