import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

export const activateCouponSession = mutation({
  name: 'activateCouponSession',
  description:
    'Starts and unvoids a session. Starting sets a flexible expiry. A session that is started and not voided stays as it is.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('activate'),
  ...runTransition('activate'),
});
