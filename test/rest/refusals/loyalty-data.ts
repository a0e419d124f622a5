import { type Refusal, refusal } from './table.ts';

const long = (length: number) => 'x'.repeat(length + 1);

/** Invalid data of a user, for any place in a request. */
export function unfitData(
  requestWith: (data: object) => Record<string, unknown>,
  variablesWith: (data: object) => Record<string, unknown>,
  place = '',
): Refusal[] {
  const refuse = (when: string, code: number, name: string, argument: string, value: unknown) =>
    refusal(`${place}${when}`, [code], requestWith({ [name]: value }), variablesWith({ [argument]: value }));
  return [
    refuse('email is not an address', 305, 'email', 'email', 'ada'),
    refuse('email is a list', 305, 'email', 'email', ['ada@example.com', 'grace@example.com']),
    refuse('email is too long', 305, 'email', 'email', `${long(254)}@example.com`),
    refuse('phone is too long', 301, 'phone', 'phone', long(50)),
    refuse('first_name is too long', 300, 'first_name', 'firstName', long(100)),
    refuse('last_name is too long', 300, 'last_name', 'lastName', long(100)),
    refuse('address is too long', 300, 'address', 'address', long(255)),
    refuse('zip is too long', 300, 'zip', 'zip', long(20)),
    refuse('city is too long', 300, 'city', 'city', long(100)),
    refuse('custom_1 is an object', 300, 'custom_1', 'custom1', {}),
    refuse('custom_8 is too long', 300, 'custom_8', 'custom8', long(255)),
    refusal(
      `${place}several fields are invalid`,
      [300, 305],
      requestWith({ email: '@', custom_3: long(255) }),
      variablesWith({ email: '@', custom3: long(255) }),
    ),
  ];
}
