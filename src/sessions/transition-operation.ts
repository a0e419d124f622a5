import type { Viewer } from '../api/context.ts';
import type { Database, Transaction } from '../database/database.ts';
import { changeSession, type SessionData, transitionSession } from './apply-transition.ts';
import type { CouponSession } from './session.ts';
import type { TransitionName } from './transition.ts';

interface Call {
  input: { session: string; data?: SessionData | null | undefined };
  viewer: Viewer;
  database: Database;
}

/** What the operations on a session do: together with simultaneous calls, or alone when data is stored too. */
export function runTransition(name: TransitionName) {
  const callOf = ({ input, viewer }: Call) => ({
    name,
    accountId: viewer.account.id,
    keyId: viewer.keyId,
    session: input.session,
  });
  return {
    share: (call: Call): Promise<CouponSession> | null =>
      call.input.data ? null : transitionSession(call.database, callOf(call)),
    run: (call: Call & { transaction: Transaction }): Promise<CouponSession> =>
      changeSession(call.transaction, callOf(call), call.input.data ?? {}),
  };
}
