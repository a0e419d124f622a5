import { sharedMutation } from '../api/operation.ts';
import { transitionInput } from './inputs.ts';
import { CouponSessionType } from './session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const unvalidateCouponSession = sharedMutation({
  name: 'unvalidateCouponSession',
  description: 'Takes a validation back. The session stays claimed.',
  scope: 'REDEEM',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('unvalidate'),
  run: (call) => runTransition('unvalidate', call),
});
