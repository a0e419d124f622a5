import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const activateCouponSession = mutation({
  name: 'activateCouponSession',
  description:
    'Starts a session, which fixes a flexible expiry, and unvoids it. One that is started and not void stays as it is.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('activate'),
  ...runTransition('activate'),
});
