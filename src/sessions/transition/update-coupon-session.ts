import { mutation } from '../../kernel/api/mutation.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { requireSessionBy } from '../session/session-lookup.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

const { run } = runTransition('update');

export const updateCouponSession = mutation({
  name: 'updateCouponSession',
  description: 'Stores data on a session. Without data, it returns the session unchanged.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('update'),
  run: (call) => {
    const { session, data } = call.input;
    if (Object.values(data ?? {}).some((value) => value !== undefined)) return run(call);
    return requireSessionBy(call.transaction, { session, accountId: call.viewer.account.id });
  },
});
