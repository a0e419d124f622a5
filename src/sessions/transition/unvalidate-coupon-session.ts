import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const unvalidateCouponSession = mutation({
  name: 'unvalidateCouponSession',
  description: 'Removes the validation of a session. The session stays claimed.',
  scope: 'REDEEM',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('unvalidate'),
  ...runTransition('unvalidate'),
});
