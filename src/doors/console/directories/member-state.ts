import type { ComponentChildren } from 'preact';
import { nowMilliseconds } from '../../../kernel/values/instant.ts';
import type { Page } from '../frame/page.ts';
import { statusOf } from '../parts/pieces.ts';

/** Returns the name of a member, or the email address of one without a name. */
export function memberName({
  firstName,
  lastName,
  email,
}: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}

interface Access {
  blocked: boolean;
  paidAccessUntil: string | null;
}

/** Returns whether the member is blocked, and the state of the paid access. */
export function memberState({ words }: Page, { blocked, paidAccessUntil }: Access): ComponentChildren {
  const { blocked: isBlocked, states } = words.directories.members;
  return [
    blocked && statusOf(isBlocked, 'bad'),
    paidAccessUntil && (isPast(paidAccessUntil) ? statusOf(states.EXPIRED, 'calm') : statusOf(states.ACTIVE, 'good')),
  ];
}

/** Returns until when a member has paid access, in words. */
export function accessText(page: Page, until: string | null): string {
  const { member, members } = page.words.directories;
  if (until === null) return members.states.NONE;
  if (isPast(until)) return member.ended(page.moment(until));
  return isEndless(until) ? member.untilEver : member.until(page.moment(until));
}

export function hasAccess({ paidAccessUntil }: Access): boolean {
  return paidAccessUntil !== null && !isPast(paidAccessUntil);
}

/** The service shows access without an end as the last instant of the year 9999. */
export function isEndless(until: string): boolean {
  return until.startsWith('9999-12-31');
}

function isPast(instant: string): boolean {
  return Date.parse(instant) <= nowMilliseconds();
}
