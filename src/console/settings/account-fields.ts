import { labelled } from '../frame/labelled-fields.ts';

export const accountFields = labelled(({ settings }) => settings.account)({
  name: { kind: 'text', label: ({ settings }) => settings.name, required: true, maxLength: 100 },
  domain: { kind: 'text', maxLength: 253, placeholder: 'bakery.example' },
  timezone: { kind: 'text', maxLength: 50, placeholder: 'Europe/Berlin' },
});
