import { idInput, nameInput, optionalLine } from '../../api/inputs.ts';

export const merchantId = idInput('merchant', 'a merchant id', 'The merchant');

export const merchantFields = {
  name: nameInput('Name of the merchant'),
  address: optionalLine(255, 'Street and number'),
  zip: optionalLine(20, 'Postal code'),
  city: optionalLine(100, 'City'),
};
