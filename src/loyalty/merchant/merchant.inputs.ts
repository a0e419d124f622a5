import { idInput, nameInput, optionalText } from '../../api/inputs.ts';

export const merchantId = idInput('merchant', 'a merchant id', 'The merchant');

export const merchantFields = {
  name: nameInput('Name of the merchant'),
  address: optionalText(255, 'Street and number'),
  zip: optionalText(20, 'Postal code'),
  city: optionalText(100, 'City'),
};
