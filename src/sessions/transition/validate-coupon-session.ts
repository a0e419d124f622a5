import { mutation } from '../../kernel/api/mutation.ts';
import { redeemInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const validateCouponSession = mutation({
  name: 'validateCouponSession',
  description:
    'Validates a session at the till: of any number of simultaneous calls exactly one succeeds. Claims and starts it if it was not.',
  scope: 'REDEEM',
  input: redeemInput,
  type: CouponSessionType,
  problems: problemsOf('validate'),
  ...runTransition('validate'),
});
