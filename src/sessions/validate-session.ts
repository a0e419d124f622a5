import { sharedMutation } from '../api/operation.ts';
import { transitionInput } from './inputs.ts';
import { CouponSessionType } from './session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const validateCouponSession = sharedMutation({
  name: 'validateCouponSession',
  description:
    'Validates a session at the till: of any number of simultaneous calls exactly one succeeds. Claims and starts it if it was not.',
  scope: 'REDEEM',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('validate'),
  run: (call) => runTransition('validate', call),
});
