import { choiceField, dateField, emailField, lineField, phoneField, textField } from '../../vocabulary/fields.ts';

const genderChoices = {
  id: 'Gender',
  description: 'The gender of a person.',
  values: { MALE: 'Male.', FEMALE: 'Female.', UNKNOWN: 'Unknown.' },
};

export const contactFields = {
  firstName: lineField(100, 'First name', { wire: 'first_name', form: 'usual', alternativeScope: true }),
  lastName: lineField(100, 'Last name', { wire: 'last_name', form: 'usual', alternativeScope: true }),
  email: emailField('Email address', {
    wire: 'email',
    form: 'usual',
    note: 'Several people can have the same address.',
  }),
  phone: phoneField('Phone number', { wire: 'phone', form: 'usual' }),
  birthday: dateField('Date of birth, `yyyy-MM-dd`', { form: 'usual' }),
  gender: choiceField(genderChoices, 'Gender', { form: 'rare' }),
  address: lineField(255, 'Street and number', { wire: 'address', form: 'rare' }),
  zip: lineField(20, 'Postal code', { wire: 'zip', form: 'rare' }),
  city: lineField(100, 'City', { wire: 'city', form: 'rare' }),
};

export const customFields = {
  custom1: textField(255, 'Custom field 1', { wire: 'custom_1', form: 'rare' }),
  custom2: textField(255, 'Custom field 2', { wire: 'custom_2', form: 'rare' }),
  custom3: textField(255, 'Custom field 3', { wire: 'custom_3', form: 'rare' }),
  custom4: textField(255, 'Custom field 4', { wire: 'custom_4', form: 'rare' }),
  custom5: textField(255, 'Custom field 5', { wire: 'custom_5', form: 'rare' }),
  custom6: textField(255, 'Custom field 6', { wire: 'custom_6', form: 'rare' }),
  custom7: textField(255, 'Custom field 7', { wire: 'custom_7', form: 'rare' }),
  custom8: textField(255, 'Custom field 8', { wire: 'custom_8', form: 'rare' }),
};

/** The data of a person, stored as given. Exports contain all of it, and an erasure removes all of it. */
export const personFields = { ...contactFields, ...customFields };
