import { sharedMutation } from '../api/operation.ts';
import { transitionInput } from './inputs.ts';
import { CouponSessionType } from './session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const voidCouponSession = sharedMutation({
  name: 'voidCouponSession',
  description: 'Voids a session: nothing can be done with it until it is unvoided or activated.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('void'),
  run: (call) => runTransition('void', call),
});
