import { sharedMutation } from '../api/operation.ts';
import { transitionInput } from './inputs.ts';
import { CouponSessionType } from './session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const unvoidCouponSession = sharedMutation({
  name: 'unvoidCouponSession',
  description: 'Makes a voided session good again.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('unvoid'),
  run: (call) => runTransition('unvoid', call),
});
