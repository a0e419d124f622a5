import type { Viewer } from '../../kernel/api/viewer.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { dryRun } from '../../kernel/database/dry-run.ts';
import type { CouponSession } from '../session/session.ts';
import { isWidgetCode, requireSessionBy } from '../session/session-lookup.ts';
import type { TransitionName } from './transition.ts';
import { transitionSession } from './transition-batches.ts';
import { changeSession, type SessionData } from './transition-executor.ts';

interface Call {
  input: {
    session: string;
    data?: SessionData | null | undefined;
    dryRun: boolean;
    holdKey?: string | null | undefined;
  };
  viewer: Viewer;
  database: Database;
}

/**
 * Returns the implementation of an operation on a session. Simultaneous calls share a transaction, except calls with
 * data, a hold key or `dryRun`, and those that give only the beginning of the session code.
 */
export function runTransition(name: TransitionName) {
  const callOf = ({ input, viewer }: Call) => ({
    name,
    accountId: viewer.account.id,
    rootId: viewer.account.rootId,
    keyId: viewer.keyId,
    session: input.session,
    ...(input.holdKey && { holdKey: input.holdKey }),
  });
  return {
    share: (call: Call): Promise<CouponSession> | null => {
      const { session, data, dryRun, holdKey } = call.input;
      const isAlone = data || dryRun || holdKey || isWidgetCode(session);
      return isAlone ? null : transitionSession(call.database, callOf(call));
    },
    run: async (call: Call & { transaction: Transaction }): Promise<CouponSession> => {
      const named = callOf(call);
      const { session } = isWidgetCode(named.session) ? await requireSessionBy(call.transaction, named) : named;
      const change = () => changeSession(call.transaction, { ...named, session }, call.input.data ?? {});
      return call.input.dryRun ? dryRun(call.transaction, change) : change();
    },
  };
}
