import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';

export const pushId = idInput('walletPush', 'a push id', 'The push message');

export const pushMessage = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500)
  .meta({ description: 'The message, at most 500 characters. Phones show about 100 of them on the lock screen.' });
