import { memberFields as fields } from '../../directories/user/user.fields.ts';
import type { Words } from '../../words/languages.ts';
import { formFields, namesInGroup } from '../frame/noun-form.ts';
import type { LabelledField } from '../frame/screen-field.ts';

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
