import { z } from 'zod';
import { sharedMutation } from '../api/operation.ts';
import { sessionCode, sessionData } from './inputs.ts';
import { CouponSessionType } from './session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const updateCouponSession = sharedMutation({
  name: 'updateCouponSession',
  description: 'Stores data with a session in any state.',
  scope: 'WRITE',
  input: z.object({
    session: sessionCode,
    data: sessionData
      .refine((data) => Object.values(data).some((value) => value !== undefined), 'needs at least one field')
      .meta({ id: 'CouponSessionData', description: 'What to store: at least one field.' }),
  }),
  type: CouponSessionType,
  problems: problemsOf('update'),
  run: (call) => runTransition('update', call),
});
