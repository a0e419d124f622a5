import { dateField, lineField, phoneField, textField } from '../../vocabulary/fields.ts';

/** The data of a member besides the email address. All of it is personal data. */
export const memberFields = {
  firstName: lineField(100, 'First name', { wire: 'first_name', form: 'person' }),
  lastName: lineField(100, 'Last name', { wire: 'last_name', form: 'person' }),
  phone: phoneField('Phone number', { wire: 'phone', form: 'person' }),
  birthDate: dateField('Date of birth, `yyyy-MM-dd`', { wire: 'birth_date', form: 'person' }),
  address: lineField(255, 'Street and number', { wire: 'address', form: 'address' }),
  zip: lineField(20, 'Postal code', { wire: 'zip', form: 'address' }),
  city: lineField(100, 'City', { wire: 'city', form: 'address' }),
  custom1: textField(255, 'Custom field 1', { wire: 'custom_1', form: 'custom' }),
  custom2: textField(255, 'Custom field 2', { wire: 'custom_2', form: 'custom' }),
  custom3: textField(255, 'Custom field 3', { wire: 'custom_3', form: 'custom' }),
};
