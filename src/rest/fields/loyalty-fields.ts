import { type Field, phone, text } from '../adapter/field.ts';

/** A malformed id is not found (contract, section 1), except in paths that give a code. */
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

const words = (argument: string, maxLength: number, description: string, example: string): Field =>
  text({ argument, invalid: 300, maxLength, description, example });

export const loyaltyUserFields: Record<string, Field> = {
  first_name: words('firstName', 100, 'First name.', 'Ada'),
  last_name: words('lastName', 100, 'Last name.', 'Lovelace'),
  address: words('address', 255, 'Street and number.', 'Mill Lane 7'),
  zip: words('zip', 20, 'Postal code.', '10115'),
  city: words('city', 100, 'City.', 'Berlin'),
  phone: phone({ description: 'Phone number, stored as given.' }),
  email: text({
    argument: 'email',
    invalid: 305,
    maxLength: 254,
    description: 'Email address.',
    example: 'ada@example.com',
  }),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [
      `custom_${number}`,
      words(`custom${number}`, 255, `Custom field ${number}.`, 'rye'),
    ]),
  ),
};

export const personNames: Record<string, Field> = {
  first_name: {
    ...words('firstName', 100, 'First name. Also accepted as `first_Name`.', 'Ada'),
    aliases: ['first_Name'],
  },
  last_name: {
    ...words('lastName', 100, 'Last name. Also accepted as `last_Name`.', 'Lovelace'),
    aliases: ['last_Name'],
  },
};
