import type { Viewer } from '../api/context.ts';
import type { Database } from '../database/database.ts';
import { changeSession, type SessionData, transitionSession } from './apply-transition.ts';
import type { CouponSession } from './session.ts';
import type { TransitionName } from './transition.ts';

interface Call {
  input: { session: string; data?: SessionData | null | undefined };
  viewer: Viewer;
  database: Database;
}

/** What the eight operations run: shared with simultaneous calls, or alone when data is stored too. */
export function runTransition(name: TransitionName, { input, viewer, database }: Call): Promise<CouponSession> {
  const call = { name, accountId: viewer.account.id, keyId: viewer.keyId, session: input.session };
  const { data } = input;
  if (!data) return transitionSession(database, call);
  return database.transaction((transaction) => changeSession(transaction, call, data));
}
