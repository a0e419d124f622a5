import { contactFields, customFields } from '../../loyalty/person/person.fields.ts';
import { type Field, text } from '../adapter/field.ts';
import { nounFields } from './wire-fields.ts';

/** A field for a card. A malformed id is not found, except in paths that have an error code for it. */
export const loyaltyCard = (argument: string, invalid: Field['invalid'] = 'LOYALTY_CARD_NOT_FOUND'): Field =>
  text({
    argument,
    invalid,
    required: true,
    description: 'The id of the loyalty card.',
    example: 'loy_0a1b2c3d4e5f',
  });

export const loyaltyUser: Field = text({
  argument: 'user',
  invalid: 'LOYALTY_USER_NOT_FOUND',
  required: true,
  description: 'The id of the user.',
  example: 'usr_0a1b2c3d4e5f6g7h',
});

const { phone, email, ...contact } = nounFields(contactFields);

export const loyaltyUserFields = { ...contact, phone, email, ...nounFields(customFields) };

const alsoNamed = (field: Field, alias: string): Field => ({
  ...field,
  description: `${field.description} Also accepted as \`${alias}\`.`,
  aliases: [alias],
});

export const personNames = {
  first_name: alsoNamed(loyaltyUserFields.first_name, 'first_Name'),
  last_name: alsoNamed(loyaltyUserFields.last_name, 'last_Name'),
};
