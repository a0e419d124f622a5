import { type Field, text } from '../adapter/field.ts';

export const campaign = (argument: string, invalid: Field['invalid'] = 301): Field =>
  text({ argument, invalid, required: true, description: 'The id of the coupon.', example: 'cam_0a1b2c3d4e5f' });
