import { z } from 'zod';
import { accountAbove } from '../../accounts/account/account.ts';
import type { Services } from '../../api/context.ts';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import { requireScope, type Viewer } from '../../api/viewer.ts';
import type { AuditedCall } from '../../audit/audited-call.ts';
import { findLocationsNamedBy } from '../../coupons/coupon/coupon-locations.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { Problem } from '../../kernel/problem.ts';
import { fromNow, type Instant, nowMilliseconds, toDate } from '../../kernel/values/instant.ts';
import { locationOf } from '../../locations/location/calling-location.ts';
import { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import { holdKey, redeemInput, sessionCode, transitionInput } from '../session/session.inputs.ts';
import { type CouponSession, isWidgetCode, requireSessionBy } from '../session/session.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { type Deed, doerOf, findDoer } from '../session/session-history.ts';
import { problemsOf, type SessionData, type TransitionName } from './transition.ts';
import { changeSession, transitionSession } from './transition-executor.ts';

const onSession = <Name extends TransitionName>(name: Name) =>
  ({
    scope: 'WRITE',
    input: transitionInput,
    type: CouponSessionType,
    problems: problemsOf(name),
    explain,
    ...runTransition(name),
  }) as const;

const redeeming = { scope: 'REDEEM', alternativeScope: tillScope } as const;

export const claimCouponSession = mutation({
  ...onSession('claim'),
  ...redeeming,
  name: 'claimCouponSession',
  description:
    'Claims a session for its customer. Exactly one of several simultaneous calls succeeds. Starts the session if it is not started.',
  input: redeemInput,
});

export const validateCouponSession = mutation({
  ...onSession('validate'),
  ...redeeming,
  name: 'validateCouponSession',
  description:
    'Validates a session at the till. Exactly one of several simultaneous calls succeeds. Claims and starts the session if necessary.',
  input: redeemInput,
});

const { batch, run } = runTransition('unvalidate');

export const unvalidateCouponSession = mutation({
  ...onSession('unvalidate'),
  ...redeeming,
  name: 'unvalidateCouponSession',
  description:
    'Removes the validation of a session. The session stays claimed. With the scope `TILL`, a till can remove only its own validation, within 10 minutes of the validation. Otherwise the call fails with `VALIDATION_FINAL`.',
  problems: [...problemsOf('unvalidate'), 'VALIDATION_FINAL'],
  batch: (call) => (call.viewer.till ? null : batch(call)),
  run: async (call) => {
    const problem = call.viewer.till ? await problemOfUndo(call) : null;
    const session = await run(call);
    if (problem) throw problem;
    return session;
  },
});

mutation({
  name: 'holdCouponSession',
  description:
    'Holds a session for one till. Until the hold ends, calls that claim or validate the session must pass the key of the hold as `holdKey`. Otherwise they fail with `SESSION_HELD`. The same key can extend the hold. Validating the session ends the hold.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    session: sessionCode,
    location: redeemInput.shape.location,
    seconds: z.int().min(1).max(3600).meta({ description: 'Duration of the hold in seconds, 1 to 3,600.' }),
    key: holdKey.meta({
      description:
        'A key that identifies the till, 1 to 100 printable ASCII characters without spaces. Calls that claim or validate the session must pass it as `holdKey`.',
    }),
  }),
  type: CouponSessionType,
  problems: problemsOf('hold'),
  explain,
  run: ({ input, viewer, transaction }) =>
    changeSession(
      transaction,
      {
        name: 'hold',
        accountId: viewer.account.id,
        rootId: viewer.account.rootId,
        keyId: viewer.keyId,
        session: input.session,
        location: locationOf(viewer, input.location),
        holdKey: input.key,
        heldUntil: fromNow(input.seconds * 1000),
      },
      {},
    ),
});

export const voidCouponSession = mutation({
  ...onSession('void'),
  name: 'voidCouponSession',
  description: 'Voids a session. It cannot be used until it is unvoided or activated.',
});

export const unvoidCouponSession = mutation({
  ...onSession('unvoid'),
  name: 'unvoidCouponSession',
  description: 'Restores a voided session.',
});

export const lockCouponSession = mutation({
  ...onSession('lock'),
  name: 'lockCouponSession',
  description: 'Locks a claimed session, so that it cannot be validated.',
});

export const unlockCouponSession = mutation({
  ...onSession('unlock'),
  name: 'unlockCouponSession',
  description: 'Unlocks a session.',
});

export const activateCouponSession = mutation({
  ...onSession('activate'),
  name: 'activateCouponSession',
  description:
    'Starts and unvoids a session. Starting sets a flexible expiry. A session that is started and not voided does not change.',
});

const store = runTransition('update').run;

export const updateCouponSession = mutation({
  name: 'updateCouponSession',
  description: 'Stores data on a session. Without data, returns the session unchanged.',
  scope: 'WRITE',
  input: transitionInput,
  type: CouponSessionType,
  problems: problemsOf('update'),
  run: (call) => {
    const { session, data } = call.input;
    if (Object.values(data ?? {}).some((value) => value !== undefined)) return store(call);
    return requireSessionBy(call.transaction, { session, accountId: call.viewer.account.id });
  },
});

interface Call {
  input: {
    session: string;
    data?: SessionData | null | undefined;
    dryRun: boolean;
    holdKey?: string | null | undefined;
    location?: string | null | undefined;
  };
  viewer: Viewer;
  database: Database;
}

interface CallWithSession {
  input: { session: string };
  viewer: Viewer;
  services: Services;
}

/**
 * Runs a transition. Simultaneous calls share a transaction, unless they have data, a hold key, `dryRun` or a shortened
 * code.
 */
function runTransition(name: TransitionName) {
  const callOf = ({ input, viewer }: Call) => ({
    name,
    accountId: viewer.account.id,
    rootId: viewer.account.rootId,
    keyId: viewer.keyId,
    session: input.session,
    location: locationOf(viewer, input.location),
    ...(input.holdKey && { holdKey: input.holdKey }),
  });
  return {
    batch: (call: Call & { audited: AuditedCall | null }): Promise<CouponSession> | null => {
      const { session, data, dryRun, holdKey } = call.input;
      const isAlone = data || dryRun || holdKey || isWidgetCode(session);
      return isAlone ? null : transitionSession(call.database, { ...callOf(call), audited: call.audited });
    },
    run: async (call: Call & { transaction: Transaction }): Promise<CouponSession> => {
      // A till could give a session the custom id of another customer.
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

/**
 * Adds to the refusal who has claimed, validated or held the session, and when; or the names of the locations where it
 * can be redeemed.
 */
async function explain(
  problem: CampaignProblem,
  { input, viewer, services }: CallWithSession,
  isShown: boolean,
): Promise<void> {
  if (problem.code === 'NOT_AT_THIS_LOCATION') return nameLocations(problem, services.database);
  const deed = isShown && deedOf[problem.code];
  if (!deed) return;
  const { account } = viewer;
  const { database } = services;
  const { session } = isWidgetCode(input.session)
    ? await requireSessionBy(database, { session: input.session, accountId: account.id })
    : input;
  const { keyId = null, at } = (await findDoer(database, { session, deed })) ?? {};
  const by = keyId && (await services.nameOf({ id: keyId, accountId: account.id, parentId: accountAbove(account) }));
  problem.details = { ...(at && { at: toDate(at).toISOString() }), ...problem.details, by, keyId };
}

/** The number of names in a refusal. */
const maxNames = 20;

async function nameLocations(problem: CampaignProblem, database: Database): Promise<void> {
  const named = problem.campaignId ? await findLocationsNamedBy(database, problem.campaignId) : [];
  if (named.length === 0) return;
  const names = named.map(({ name }) => name);
  const first = names.slice(0, maxNames);
  const others = names.length - first.length;
  problem.message = `The coupon can be redeemed only at: ${first.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
  problem.details = { locations: first, otherLocations: others };
}

const undoMilliseconds = 10 * 60_000;

/**
 * Returns the reason why a till may not undo a validation, or null. Locks the session, so that the result stays true.
 */
async function problemOfUndo({ input, viewer, transaction }: Parameters<typeof run>[0]): Promise<Problem | null> {
  const { session, couponId } = await requireSessionBy(transaction, { ...input, accountId: viewer.account.id });
  const [row] = await transaction.rows<{ validatedAt: Instant | null }>(
    `SELECT s.validated_at AS validatedAt FROM coupon_sessions s WHERE s.session = ? ${transaction.dialect.forUpdate}`,
    [session],
  );
  if (!row?.validatedAt) return null;
  const isFresh = nowMilliseconds() - toDate(row.validatedAt).getTime() < undoMilliseconds;
  const doer = await doerOf(transaction, { session, deed: 'VALIDATED' });
  return isFresh && doer?.keyId === viewer.keyId ? null : new CampaignProblem('VALIDATION_FINAL', couponId);
}
