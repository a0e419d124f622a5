import { mutation } from '../../kernel/api/mutation.ts';
import { sessionData, transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const updateCouponSession = mutation({
  name: 'updateCouponSession',
  description: 'Stores data on a session.',
  scope: 'WRITE',
  input: transitionInput.extend({
    data: sessionData
      .refine((data) => Object.values(data).some((value) => value !== undefined), 'needs at least one field')
      .meta({ id: 'CouponSessionData', description: 'The data to store, at least one field.' }),
  }),
  type: CouponSessionType,
  problems: problemsOf('update'),
  ...runTransition('update'),
});
