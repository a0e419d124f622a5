import { labelled } from '../frame/labelled-fields.ts';

export const accountFields = labelled(({ settings }) => settings.account)({
  name: { kind: 'text', label: ({ settings }) => settings.name, required: true, most: 100 },
  domain: { kind: 'text', most: 253, placeholder: 'bakery.example' },
  timezone: { kind: 'text', most: 50, placeholder: 'Europe/Berlin' },
});
