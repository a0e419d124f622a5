import { cardFields } from '../../../loyalty/card/card.fields.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import { formFields, namesInGroup } from '../../frame/noun-form.ts';

const design = formFields(cardFields, ({ loyalty: { fields } }) => ({
  ...fields,
  title: [fields.title, fields.titleHint],
  backgroundColor: [fields.backgroundColor, fields.colorHint, fields.colorError],
  textColor: [fields.textColor, fields.colorHint, fields.colorError],
  logoUrl: [fields.logoUrl, fields.logoUrlHint],
}));

export const settingFields = labelled(({ loyalty }) => loyalty.fields)({
  name: { kind: 'text', required: true, maxLength: 50 },
  stampsRequired: { kind: 'number', min: 1, max: 1000 },
  active: { kind: 'checkbox' },
  ...design,
  backgroundColor: { ...design.backgroundColor, placeholder: '#14507a' },
  textColor: { ...design.textColor, placeholder: '#ffffff' },
  domain: { kind: 'text', maxLength: 253 },
});

/** The fields that customers see. Forms show them in one group. */
export const designFields = [...namesInGroup(cardFields, 'design'), 'domain'];
