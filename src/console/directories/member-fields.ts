import { memberFields as fields } from '../../directories/user/user.fields.ts';
import { fullName } from '../../kernel/values/blank.ts';
import type { Words } from '../../words/languages.ts';
import { formFields, namesInGroup } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { statusOf } from '../parts/pieces.tsx';

const email: LabelledField = {
  kind: 'email',
  label: ({ directories }) => directories.member.fields.email,
  required: true,
  maxLength: 254,
};

export const memberFields = { email, ...formFields(fields, ({ directories }) => directories.member.fields) };

export function memberGroups({ directories }: Words) {
  const { person, address, custom } = directories.member.groups;
  return [
    { legend: person, fields: ['email', ...namesInGroup(fields, 'person')] },
    { legend: address, fields: namesInGroup(fields, 'address') },
    { legend: custom, fields: namesInGroup(fields, 'custom') },
  ];
}

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
) {
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
