import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const unvoidCouponSession = mutation({
  name: 'unvoidCouponSession',
  description: 'Restores a voided session.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('unvoid'),
  ...runTransition('unvoid'),
});
