import { emailField, lineField, phoneField, textField } from '../../vocabulary/fields.ts';

const custom = { form: 'data', alternativeScope: true } as const;

export const customFields = {
  customField1: textField(50, 'Custom field 1', { wire: 'customfield1', ...custom }),
  customField2: textField(50, 'Custom field 2', { wire: 'customfield2', ...custom }),
  customField3: textField(50, 'Custom field 3', { wire: 'customfield3', ...custom }),
  customField4: textField(50, 'Custom field 4', { wire: 'customfield4', ...custom }),
  customField5: textField(50, 'Custom field 5', { wire: 'customfield5', ...custom }),
  customField6: textField(50, 'Custom field 6', { wire: 'customfield6', ...custom }),
  customField7: textField(50, 'Custom field 7', { wire: 'customfield7', ...custom }),
};

export const customerFields = {
  firstName: lineField(100, 'First name of the customer', { wire: 'firstname', alternativeScope: true }),
  lastName: lineField(100, 'Last name of the customer', { wire: 'lastname', alternativeScope: true }),
  email: emailField('Email address of the customer', { wire: 'email', alternativeScope: true }),
  phone: phoneField('Phone number of the customer', { wire: 'phone', alternativeScope: true }),
  ...customFields,
};

export const utmFields = {
  utmCampaign: textField(255, 'UTM campaign', { wire: 'utm_campaign' }),
  utmSource: textField(255, 'UTM source', { wire: 'utm_source' }),
  utmMedium: textField(255, 'UTM medium', { wire: 'utm_medium' }),
  utmTerm: textField(255, 'UTM term', { wire: 'utm_term' }),
  utmContent: textField(255, 'UTM content', { wire: 'utm_content' }),
};
