import { type Field, text } from '../adapter/field.ts';

/** On /v4 a malformed id is not found (contract, section 1); v3 paths give a code. */
export const directoryIdField = (argument: string, invalid: Field['invalid'] = 'DIRECTORY_NOT_FOUND'): Field =>
  text({
    argument,
    invalid,
    required: true,
    description: 'The id of the directory.',
    example: 'dir_0a1b2c3d4e5f',
  });

export const directoryUser: Field = text({
  argument: 'user',
  invalid: 'DIRECTORY_USER_NOT_FOUND',
  required: true,
  description: 'The id of the member.',
  example: 'reg_0a1b2c3d4e5f6g7h',
});
