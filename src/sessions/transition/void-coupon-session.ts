import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const voidCouponSession = mutation({
  name: 'voidCouponSession',
  description: 'Voids a session. It cannot be used until it is unvoided or activated.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('void'),
  ...runTransition('void'),
});
