import type { ComponentChildren } from 'preact';
import { fullName } from '../../kernel/values/blank.ts';
import type { Page } from '../frame/page.ts';
import { statusOf } from '../parts/pieces.tsx';

export function memberName(member: Parameters<typeof fullName>[0] & { email: string }): string {
  return fullName(member) || member.email;
}

interface Access {
  hasPaidAccess: boolean;
  paidAccessUntil: string | null;
}

export function memberState(
  { words }: Page,
  { blocked, hasPaidAccess, paidAccessUntil }: Access & { blocked: boolean },
): ComponentChildren {
  const { blocked: isBlocked, states } = words.directories.members;
  return [
    blocked && statusOf(isBlocked, 'bad'),
    hasPaidAccess ? statusOf(states.ACTIVE, 'good') : paidAccessUntil && statusOf(states.EXPIRED, 'calm'),
  ];
}

export function accessText(page: Page, { hasPaidAccess, paidAccessUntil: until }: Access): string {
  const { member, members } = page.words.directories;
  if (until === null) return hasPaidAccess ? member.untilEver : members.states.NONE;
  return hasPaidAccess ? member.until(page.moment(until)) : member.ended(page.moment(until));
}
