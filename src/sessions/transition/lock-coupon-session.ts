import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const lockCouponSession = mutation({
  name: 'lockCouponSession',
  description: 'Locks a claimed session, so that it cannot be validated.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('lock'),
  ...runTransition('lock'),
});
