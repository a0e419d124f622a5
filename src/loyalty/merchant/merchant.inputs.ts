import { idInput, nameInput, words } from '../../api/inputs.ts';

export const merchantId = idInput('merchant', 'a merchant id', 'The merchant');

export const merchantFields = {
  name: nameInput('Name of the merchant'),
  address: words(255, 'Street and number'),
  zip: words(20, 'Postal code'),
  city: words(100, 'City'),
};
