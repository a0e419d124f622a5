import { customFields as fields } from '../../sessions/session/session.fields.ts';
import { formFields, numbered } from '../frame/noun-form.ts';
import type { LabelledField } from '../frame/screen-field.ts';

const labelled = formFields(fields, ({ codes }) => numbered(fields, codes.session.customField));

export const customFields: Record<string, LabelledField> = Object.fromEntries(
  Object.entries(labelled).map(([name, field]) => [name, { ...field, at: `data.${name}` }]),
);
