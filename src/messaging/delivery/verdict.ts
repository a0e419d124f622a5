import { nextTryAt } from '../../kernel/leased-queue/backoff.ts';
import type { LaneEffect } from '../../kernel/leased-queue/lane.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import type { Message } from '../message/message.ts';
import type { Verdict } from '../platform/platform.ts';

/** Seconds after the first failure, the second, and so on; after the last one a message has failed. */
const schedule = [0, 60, 5 * 60, 15 * 60, 3600, 4 * 3600, 12 * 3600];

/** What came of a message that a process had taken: a verdict of the platform, or none because it never got it. */
export type Outcome =
  | Verdict
  /** It is given back. */
  | { outcome: 'RELEASED' }
  /** The recipient has opted out. */
  | { outcome: 'SUPPRESSED'; reason: string };

/** What an outcome says of the platform. A recipient whom the platform cannot reach for now is no failure of its. */
export function effectOf(outcome: Outcome): LaneEffect {
  switch (outcome.outcome) {
    case 'RELEASED':
    case 'SUPPRESSED':
      return null;
    case 'DEFERRED':
      return outcome.ofRecipient ? 'SUCCESS' : 'FAILURE';
    case 'UNKNOWN':
      return 'FAILURE';
    default:
      return 'SUCCESS';
  }
}

/** What is written of a message. */
export type Change = Pick<Message, 'status' | 'dueAt' | 'reason'> & { platformId?: string | null; failed?: true };

/**
 * What becomes of a message by the outcome of an attempt; null when it is as it was. `claims` names the attempt: that of a
 * process which lost the message meanwhile counts only for what it knows for certain.
 */
export function changeBy(
  message: Pick<Message, 'status' | 'claims' | 'failures'>,
  { claims, outcome }: { claims: number; outcome: Outcome },
  at: Date,
): Change | null {
  const { status } = message;
  const isOpen = status === 'SENDING' || status === 'QUEUED';
  const isSame = message.claims === claims;
  const isOurs = isOpen && isSame;
  switch (outcome.outcome) {
    case 'SENT':
      return isOpen || status === 'UNKNOWN' ? over('SENT', null, outcome.platformId) : null;
    case 'REFUSED':
      return isOurs || (isSame && status === 'UNKNOWN')
        ? failed(outcome.optedOut ? 'SUPPRESSED' : 'FAILED', outcome.reason)
        : null;
    // Only of what was being handed over: so they count once, also when they are written down a second time.
    case 'DEFERRED':
      return isOurs && status === 'SENDING' ? putOff(message.failures + 1, outcome, at) : null;
    case 'UNKNOWN':
      return isOurs && status === 'SENDING' ? failed('UNKNOWN', outcome.reason) : null;
    case 'SUPPRESSED':
      return isOurs ? over('SUPPRESSED', outcome.reason) : null;
    // The platform certainly never got it, also when it was taken for lost meanwhile.
    case 'RELEASED':
      return isOurs || (isSame && status === 'UNKNOWN')
        ? { status: 'QUEUED', dueAt: toInstant(at), reason: null }
        : null;
  }
}

function over(status: Message['status'], reason: string | null, platformId?: string | null): Change {
  return {
    status,
    dueAt: null,
    reason: reason?.slice(0, 300).toWellFormed() ?? null,
    platformId: platformId?.slice(0, 100) ?? null,
  };
}

function failed(status: Message['status'], reason: string): Change {
  return { ...over(status, reason), failed: true };
}

function putOff(failures: number, { reason, retryAfter }: Verdict & { outcome: 'DEFERRED' }, at: Date): Change {
  const next = nextTryAt(schedule, failures, at, retryAfter ?? null);
  return { ...failed(next ? 'QUEUED' : 'FAILED', reason), dueAt: next && toInstant(next) };
}

/** Whether nothing more happens by itself to a message that stands so, unless a receipt comes. */
export function isOver(status: Message['status']): boolean {
  return status !== 'QUEUED' && status !== 'SENDING';
}
