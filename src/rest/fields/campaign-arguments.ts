import { type Field, text } from '../adapter/field.ts';

export const campaign = (argument: string, invalid: Field['invalid'] = 301): Field =>
  text({ argument, invalid, required: true, description: 'The id of the coupon.', example: 'cam_0a1b2c3d4e5f' });

export const sessionCode: Field = text({
  argument: 'session',
  invalid: 'SESSION_NOT_FOUND',
  required: true,
  description: 'The session code.',
  example: '0a1b2c3d4e5f6g7h8i9j0',
});

export const customId = (argument: string): Field =>
  text({
    argument,
    invalid: 300,
    maxLength: 50,
    description: 'A custom id: letters, digits and hyphens.',
    example: 'order-4711',
  });

/** A field for a directory. On /v4, a malformed id is not found. Paths of /v3 have an error code for it. */
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

export const pushMessage: Field = text({
  argument: 'message',
  invalid: 300,
  maxLength: 500,
  required: true,
  description: 'The message, at most 500 characters.',
  example: 'Fresh rye',
});
