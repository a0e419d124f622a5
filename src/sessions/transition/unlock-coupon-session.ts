import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const unlockCouponSession = mutation({
  name: 'unlockCouponSession',
  description: 'Unlocks a session.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('unlock'),
  ...runTransition('unlock'),
});
