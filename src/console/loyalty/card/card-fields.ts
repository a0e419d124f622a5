import { cardFields } from '../../../loyalty/card/card.fields.ts';
import { formFields, namesInGroup } from '../../frame/noun-form.ts';
import type { Field } from '../../frame/screen-field.ts';

const design = formFields(cardFields, ({ loyalty: { fields } }) => ({
  ...fields,
  title: [fields.title, fields.titleHint],
  backgroundColor: [fields.backgroundColor, fields.colorHint],
  textColor: [fields.textColor, fields.colorHint],
  logoUrl: [fields.logoUrl, fields.logoUrlHint],
}));

/** The fields of a card that can be set at any time. */
export const settingFields = {
  name: {
    kind: 'text',
    label: ({ loyalty }) => loyalty.fields.name,
    hint: ({ loyalty }) => loyalty.fields.nameHint,
    required: true,
    most: 50,
  },
  stampsRequired: {
    kind: 'number',
    label: ({ loyalty }) => loyalty.fields.stampsRequired,
    hint: ({ loyalty }) => loyalty.fields.stampsRequiredHint,
    min: 1,
    max: 1000,
  },
  active: {
    kind: 'checkbox',
    label: ({ loyalty }) => loyalty.fields.active,
    hint: ({ loyalty }) => loyalty.fields.activeHint,
  },
  ...design,
  backgroundColor: { ...design.backgroundColor, placeholder: '#14507a' },
  textColor: { ...design.textColor, placeholder: '#ffffff' },
  domain: { kind: 'text', label: ({ loyalty }) => loyalty.fields.domain, most: 253 },
} satisfies Record<string, Field>;

/** The fields that customers see, which forms show in a group. */
export const designFields = [...namesInGroup(cardFields, 'design'), 'domain'];
