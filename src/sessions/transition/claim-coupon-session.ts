import { mutation } from '../../kernel/api/mutation.ts';
import { tillScope } from '../../kernel/api/scope.ts';
import { redeemInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const claimCouponSession = mutation({
  name: 'claimCouponSession',
  description:
    'Claims a session for its customer. Of any number of simultaneous calls, exactly one succeeds. Starts the session if it is not started.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: redeemInput,
  type: CouponSessionType,
  problems: problemsOf('claim'),
  ...runTransition('claim'),
});
