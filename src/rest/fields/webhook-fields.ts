import { text } from '../adapter/field.ts';

export const webhook = text({
  argument: 'webhook',
  invalid: 'EVENT_NOT_FOUND',
  required: true,
  description: 'The `id` of the payload of the webhook.',
  example: 'evt_0a1b2c3d4e5f6g7h8i9j',
});
