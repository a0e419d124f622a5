import { mutation } from '../../kernel/api/mutation.ts';
import { tillScope } from '../../kernel/api/scope.ts';
import { type Problem, RefusedAttempt } from '../../kernel/problem.ts';
import { type Instant, nowMilliseconds, toDate } from '../../kernel/values/instant.ts';
import { transitionInput } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { doerOf } from '../session/session-deed.ts';
import { requireSessionBy } from '../session/session-lookup.ts';
import { problemsOf } from './transition.ts';
import { runTransition } from './transition-operation.ts';

const { share, run } = runTransition('unvalidate');

export const unvalidateCouponSession = mutation({
  name: 'unvalidateCouponSession',
  description:
    'Removes the validation of a session. The session stays claimed. With the scope `TILL`, only the own validation of a till, and within 10 minutes of it: otherwise `VALIDATION_FINAL`.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: transitionInput,
  type: CouponSessionType,
  problems: [...problemsOf('unvalidate'), 'VALIDATION_FINAL'],
  share: (call) => (call.viewer.till ? null : share(call)),
  run: async (call) => {
    const refusal = call.viewer.till ? await refusalOfUndo(call) : null;
    const session = await run(call);
    if (refusal) throw refusal;
    return session;
  },
});

const undoMilliseconds = 10 * 60_000;

/** Returns why a till may not take a validation back. Locks the session, so that the answer stays true. */
async function refusalOfUndo({ input, viewer, transaction }: Parameters<typeof run>[0]): Promise<Problem | null> {
  const { session, couponId } = await requireSessionBy(transaction, { ...input, accountId: viewer.account.id });
  const [row] = await transaction.rows<{ validatedAt: Instant | null }>(
    `SELECT s.validated_at AS validatedAt FROM coupon_sessions s WHERE s.session = ? ${transaction.dialect.forUpdate}`,
    [session],
  );
  if (!row?.validatedAt) return null;
  const isFresh = nowMilliseconds() - toDate(row.validatedAt).getTime() < undoMilliseconds;
  const doer = await doerOf(transaction, { session, deed: 'VALIDATED' });
  return isFresh && doer?.keyId === viewer.keyId ? null : new RefusedAttempt('VALIDATION_FINAL', couponId);
}
