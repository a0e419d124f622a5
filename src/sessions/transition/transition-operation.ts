import { accountAbove } from '../../accounts/account/account.ts';
import type { Services } from '../../kernel/api/context.ts';
import { requireScope, type Viewer } from '../../kernel/api/viewer.ts';
import type { AuditedCall } from '../../kernel/audit/audited-call.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { RefusedAttempt } from '../../kernel/problem.ts';
import { toDate } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../session/session.ts';
import { type Deed, findDoer } from '../session/session-deed.ts';
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

interface Refused {
  input: { session: string };
  viewer: Viewer;
  services: Services;
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
    share: (call: Call & { audited: AuditedCall | null }): Promise<CouponSession> | null => {
      const { session, data, dryRun, holdKey } = call.input;
      const isAlone = data || dryRun || holdKey || isWidgetCode(session);
      return isAlone ? null : transitionSession(call.database, { ...callOf(call), audited: call.audited });
    },
    explain,
    run: async (call: Call & { transaction: Transaction }): Promise<CouponSession> => {
      // It could give a session the custom id of another customer.
      if (call.viewer.till && call.input.data?.customId !== undefined) requireScope(call.viewer, 'WRITE');
      const named = callOf(call);
      const { session } = isWidgetCode(named.session) ? await requireSessionBy(call.transaction, named) : named;
      const change = () => changeSession(call.transaction, { ...named, session }, call.input.data ?? {});
      return call.input.dryRun ? call.transaction.rehearse(change) : change();
    },
  };
}

const deedOf: { readonly [Code in string]?: Deed } = {
  SESSION_ALREADY_CLAIMED: 'CLAIMED',
  SESSION_ALREADY_VALIDATED: 'VALIDATED',
  SESSION_HELD: 'HELD',
};

/** Adds to a refusal who claimed, validated or holds the session, and when. */
export async function explain(refusal: RefusedAttempt, { input, viewer, services }: Refused): Promise<void> {
  const deed = deedOf[refusal.code];
  if (!deed) return;
  const { account } = viewer;
  const { database } = services;
  const { session } = isWidgetCode(input.session)
    ? await requireSessionBy(database, { session: input.session, accountId: account.id })
    : input;
  const { keyId = null, at } = (await findDoer(database, { session, deed })) ?? {};
  const by = keyId && (await services.nameOf({ id: keyId, accountId: account.id, parentId: accountAbove(account) }));
  refusal.details = { ...(at && { at: toDate(at).toISOString() }), ...refusal.details, by, keyId };
}
