import { nextTryAt } from '../../kernel/leased-queue/backoff.ts';
import type { LaneEffect } from '../../kernel/leased-queue/lane.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import type { Message } from '../message/message.ts';
import type { Verdict } from '../platform/platform.ts';

/** The seconds to wait before each attempt. After the last attempt, the message has failed. */
const schedule = [0, 60, 5 * 60, 15 * 60, 3600, 4 * 3600, 12 * 3600];

/** The verdict of the platform. `RELEASED` and `SUPPRESSED` mean that the platform never received the message. */
export type Outcome = Verdict | { outcome: 'RELEASED' } | { outcome: 'SUPPRESSED'; reason: string };

/** Returns what an outcome means for the lane. An unreachable recipient is not a failure of the platform. */
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

export type Change = Pick<Message, 'status' | 'dueAt' | 'reason'> & { platformId?: string | null; failed?: true };

/**
 * Returns the change, or null if nothing changes. `claims` identifies the attempt. If the attempt counts as lost, only
 * a certain outcome matters.
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
    // The check for SENDING makes an outcome count once, even if it is repeated.
    case 'DEFERRED':
      return isOurs && status === 'SENDING' ? deferredBy(message.failures + 1, outcome, at) : null;
    case 'UNKNOWN':
      return isOurs && status === 'SENDING' ? failed('UNKNOWN', outcome.reason) : null;
    case 'SUPPRESSED':
      return isOurs ? over('SUPPRESSED', outcome.reason) : null;
    // The platform never received the message, even if other processes took it for lost.
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

function deferredBy(failures: number, { reason, retryAfter }: Verdict & { outcome: 'DEFERRED' }, at: Date): Change {
  const next = nextTryAt(schedule, failures, at, retryAfter ?? null);
  return { ...failed(next ? 'QUEUED' : 'FAILED', reason), dueAt: next && toInstant(next) };
}

/** Whether the status is final, except for late reports and retries on request. */
export function isOver(status: Message['status']): boolean {
  return status !== 'QUEUED' && status !== 'SENDING';
}
