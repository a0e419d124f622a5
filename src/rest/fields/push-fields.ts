import { type Field, text } from '../adapter/field.ts';

export const pushMessage: Field = text({
  argument: 'message',
  invalid: 300,
  maxLength: 500,
  required: true,
  description: 'The message, at most 500 characters.',
  example: 'Fresh rye',
});
