import { idInput, lineOfWords, nameInput } from '../../api/inputs.ts';

export const merchantId = idInput('merchant', 'a merchant id', 'The merchant');

export const merchantFields = {
  name: nameInput('Name of the merchant'),
  address: lineOfWords(255, 'Street and number'),
  zip: lineOfWords(20, 'Postal code'),
  city: lineOfWords(100, 'City'),
};
