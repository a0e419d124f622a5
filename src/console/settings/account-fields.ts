import type { Field } from '../frame/screen-field.ts';

/** The fields of an account. */
export const accountFields = {
  name: { kind: 'text', label: ({ settings }) => settings.name, required: true, most: 100 },
  domain: {
    kind: 'text',
    label: ({ settings }) => settings.account.domain,
    hint: ({ settings }) => settings.account.domainHint,
    most: 253,
    placeholder: 'bakery.example',
  },
  timezone: {
    kind: 'text',
    label: ({ settings }) => settings.account.timezone,
    hint: ({ settings }) => settings.account.timezoneHint,
    most: 50,
    placeholder: 'Europe/Berlin',
  },
} as const satisfies Record<string, Field>;
