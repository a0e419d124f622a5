import type { Field } from '../../frame/screen-field.ts';

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
  title: {
    kind: 'text',
    label: ({ loyalty }) => loyalty.fields.title,
    hint: ({ loyalty }) => loyalty.fields.titleHint,
    most: 200,
  },
  description: { kind: 'textarea', label: ({ loyalty }) => loyalty.fields.description, most: 10_000 },
  backgroundColor: {
    kind: 'text',
    label: ({ loyalty }) => loyalty.fields.backgroundColor,
    hint: ({ loyalty }) => loyalty.fields.colorHint,
    most: 7,
    placeholder: '#14507a',
  },
  textColor: {
    kind: 'text',
    label: ({ loyalty }) => loyalty.fields.textColor,
    hint: ({ loyalty }) => loyalty.fields.colorHint,
    most: 7,
    placeholder: '#ffffff',
  },
  logoUrl: {
    kind: 'url',
    label: ({ loyalty }) => loyalty.fields.logoUrl,
    hint: ({ loyalty }) => loyalty.fields.logoUrlHint,
    most: 500,
  },
  domain: { kind: 'text', label: ({ loyalty }) => loyalty.fields.domain, most: 253 },
} satisfies Record<string, Field>;

/** The fields that customers see, which forms show in a group. */
export const designFields = ['title', 'description', 'backgroundColor', 'textColor', 'logoUrl', 'domain'] as const;
