import { mutation } from '../../kernel/api/mutation.ts';
import { tillScope } from '../../kernel/api/scope.ts';
import { redeemInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const validateCouponSession = mutation({
  name: 'validateCouponSession',
  description:
    'Validates a session at the till. Of any number of simultaneous calls, exactly one succeeds. Claims and starts the session if necessary.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: redeemInput,
  type: CouponSessionType,
  problems: problemsOf('validate'),
  ...runTransition('validate'),
});
