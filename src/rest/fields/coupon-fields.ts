import { type Field, text } from '../adapter/field.ts';

export const campaign = (argument: string, invalid: Field['invalid'] = 301): Field =>
  text({ argument, invalid, required: true, description: 'The id of the coupon.', example: 'cam_0a1b2c3d4e5f' });

export const customFields = (prefix: string): Record<string, Field> =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((number) => [
      `customfield${number}`,
      text({
        argument: `${prefix}customField${number}`,
        invalid: 300,
        maxLength: 50,
        description: `Custom field ${number}.`,
        example: 'rye',
      }),
    ]),
  );
