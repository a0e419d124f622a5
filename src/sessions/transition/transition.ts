import { snakeCase } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect } from '../../kernel/database/dialect.ts';
import type { bind } from '../../kernel/database/statement.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import type { ProblemCode } from '../../kernel/problem.ts';
import type { MarkKind } from '../index/session-mark.ts';
import { fromSessions, sessionSelectList } from '../session/session.ts';

interface Check {
  holds: string;
  problem: ProblemCode;
}

export interface Transition {
  type: EventType<'COUPON'>;
  /** The checks of the transition. The first check that fails is reported. */
  checks: readonly Check[];
  /**
   * The assignments of the UPDATE. They can use `:now`, `:claimType`, `:location`, `:holdKey` and `:heldUntil`. On MySQL, later
   * assignments see the results of earlier ones.
   */
  set: (dialect: Dialect) => string;
  marks?: readonly MarkKind[];
  unmarks?: MarkKind;
  /** Whether the session must first take a code if the coupon has a pool of codes. */
  claims?: boolean;
  /** If a session passes the checks and meets this condition, it stays unchanged, and the call succeeds. */
  unchangedIf?: string;
  /** A further effect, which applies to some sessions. The property `name` of the event says whether it did. */
  also?: { name: string; if: string };
}

/** Whether the UPDATE with this transition id has changed the session. The next higher number means that `also` applied too. */
export const isChangedByTransition = 's.transition_id IN (:transitionId, :transitionId + 1)';

/** The column that shows in the event whether `also` applied. */
export function alsoColumn({ also }: Transition): Record<string, string> {
  return also ? { [also.name]: 's.transition_id - :transitionId' } : {};
}

const otherwise = <Code extends ProblemCode>(problem: Code, holds: string) => ({ problem, holds });

const valid = [
  otherwise('COUPON_VOIDED', 'c.voided_at IS NULL'),
  otherwise('COUPON_LOCKED', 'c.locked_at IS NULL'),
  otherwise('SESSION_EXPIRED', `COALESCE(s.own_expires_at, c.expires_at, '9999-12-31') > :now`),
] as const;
const begun = otherwise('SESSION_NOT_STARTED_YET', `COALESCE(c.starts_at, '1000-01-01') <= :now`);
const notVoided = otherwise('SESSION_VOIDED', 's.voided_at IS NULL');
const notLocked = otherwise('SESSION_LOCKED', 's.locked_at IS NULL');
const notHeld = otherwise('SESSION_HELD', `(COALESCE(s.held_until, '1000-01-01') <= :now OR s.hold_key = :holdKey)`);
const redeemable = [...valid, begun, notVoided, notLocked, notHeld] as const;

const named = 'EXISTS (SELECT 1 FROM coupon_locations l WHERE l.coupon_id = c.id AND l.location_id = :location)';
const here = otherwise('NOT_AT_THIS_LOCATION', `(c.location_count = 0 OR ${named})`);
/** Customers claim at home too, so only a claim at a wrong location is refused. */
const notElsewhere = otherwise('NOT_AT_THIS_LOCATION', `(c.location_count = 0 OR :location IS NULL OR ${named})`);

/** Starts a session. Sets a flexible expiry, unless the session has an expiry of its own. */
const start = ({ plusDays }: Dialect) => `
  own_expires_at = CASE WHEN s.started_at IS NULL AND s.own_expires_at IS NULL
    THEN (SELECT ${plusDays(':now', 'c.expiry_days')} FROM coupons c WHERE c.id = s.coupon_id) ELSE s.own_expires_at END,
  started_at = COALESCE(s.started_at, :now)`;

export const transitions = {
  update: { type: 'coupon_session_updated', checks: valid, set: () => '' },
  void: {
    type: 'coupon_voided',
    checks: [...valid, otherwise('SESSION_ALREADY_VOIDED', 's.voided_at IS NULL')],
    set: () => 'voided_at = :now',
  },
  unvoid: {
    type: 'coupon_unvoided',
    checks: [...valid, otherwise('SESSION_NOT_VOIDED', 's.voided_at IS NOT NULL')],
    set: () => 'voided_at = NULL, unvoided_at = :now',
  },
  lock: {
    type: 'coupon_locked',
    checks: [
      ...valid,
      notVoided,
      otherwise('SESSION_NOT_CLAIMED', 's.claimed_at IS NOT NULL'),
      otherwise('SESSION_ALREADY_LOCKED', 's.locked_at IS NULL'),
      otherwise('SESSION_ALREADY_VALIDATED', 's.validated_at IS NULL'),
    ],
    set: () => 'locked_at = :now',
  },
  unlock: {
    type: 'coupon_unlocked',
    checks: [...valid, notVoided, otherwise('SESSION_NOT_LOCKED', 's.locked_at IS NOT NULL')],
    set: () => 'locked_at = NULL',
  },
  claim: {
    type: 'coupon_claimed',
    claims: true,
    marks: ['claimed'],
    checks: [...redeemable, otherwise('SESSION_ALREADY_CLAIMED', 's.claimed_at IS NULL'), notElsewhere],
    set: (dialect) => `${start(dialect)}, claimed_at = :now, claim_type = :claimType, location_id = :location`,
  },
  validate: {
    type: 'coupon_validated',
    claims: true,
    also: { name: 'claims', if: 's.claimed_at IS NULL' },
    marks: ['claimed', 'validated'],
    checks: [...redeemable, otherwise('SESSION_ALREADY_VALIDATED', 's.validated_at IS NULL'), here],
    set: (dialect) => `${start(dialect)}, claim_type = COALESCE(s.claim_type, :claimType),
      claimed_at = COALESCE(s.claimed_at, :now), validated_at = :now, held_until = NULL, hold_key = NULL,
      location_id = :location`,
  },
  hold: {
    type: 'coupon_held',
    checks: [...redeemable, otherwise('SESSION_ALREADY_VALIDATED', 's.validated_at IS NULL'), here],
    set: () => 'hold_key = :holdKey, held_until = :heldUntil',
  },
  unvalidate: {
    type: 'coupon_unvalidated',
    unmarks: 'validated',
    checks: [...valid, notVoided, otherwise('SESSION_NOT_VALIDATED', 's.validated_at IS NOT NULL')],
    set: () => 'validated_at = NULL',
  },
  activate: {
    type: 'coupon_activated',
    also: { name: 'unvoids', if: 's.voided_at IS NOT NULL' },
    checks: valid,
    set: (dialect) => `${start(dialect)},
      unvoided_at = CASE WHEN s.voided_at IS NULL THEN s.unvoided_at ELSE :now END, voided_at = NULL`,
    unchangedIf: 's.voided_at IS NULL AND s.started_at IS NOT NULL',
  },
} as const satisfies Record<string, Transition>;

/** Whether a session must take a code from the pool before it is claimed. */
export const needsCode = 's.custom_validation_code IS NULL AND c.pool_since IS NOT NULL';

export type TransitionName = keyof typeof transitions;

export type TransitionProblem<Name extends TransitionName> =
  | 'SESSION_NOT_FOUND'
  | CheckProblem<Name>
  | ((typeof transitions)[Name] extends { claims: true } ? 'VALIDATION_CODES_EXHAUSTED' : never);

export function problemsOf<Name extends TransitionName>(name: Name): TransitionProblem<Name>[] {
  const { claims }: Transition = transitions[name];
  return [
    'SESSION_NOT_FOUND',
    ...checkProblemsOf(name),
    ...(claims ? ['VALIDATION_CODES_EXHAUSTED' as const] : []),
  ] as TransitionProblem<Name>[];
}

/** Returns the problems with which existing sessions can refuse the transitions. */
export function checkProblemsOf<Name extends TransitionName>(...names: Name[]): CheckProblem<Name>[] {
  return [
    ...new Set(names.flatMap((name) => transitions[name].checks.map(({ problem }) => problem))),
  ] as CheckProblem<Name>[];
}

type CheckProblem<Name extends TransitionName> = (typeof transitions)[Name]['checks'][number]['problem'];

/** `undefined` keeps a field; `null` clears it. */
export type SessionData = {
  [Field in 'customId' | 'moneySpent' | `customField${1 | 2 | 3 | 4 | 5 | 6 | 7}`]?: string | null | undefined;
};

/**
 * Whether sessions have this transition id. All sessions of a transaction get their ids together, so one session is
 * enough.
 */
export async function isAnyChanged(
  connection: Connection,
  { index, condition }: Which,
  values: Parameters<typeof bind>[1],
): Promise<boolean> {
  const rows = await connection.rows(
    `SELECT s.session FROM coupon_sessions s ${connection.dialect.useIndex(`coupon_sessions_${index}`)}
       WHERE ${condition} AND ${isChangedByTransition} LIMIT 1 ${connection.dialect.forShare}`,
    values,
  );
  return rows.length > 0;
}

interface Which {
  index: 'session' | 'sequence';
  condition: string;
}

/**
 * Builds the UPDATE. It names the index: otherwise, MySQL would start with the coupon in the EXISTS, and read all its
 * sessions.
 */
export function updateStatement(
  dialect: Dialect,
  transition: Transition,
  { index, condition }: Which,
  data: SessionData = {},
): string {
  const stored = definedFields(data).map((field) => `${snakeCase(field)} = :${field}`);
  // This assignment comes first, because others may change what it reads.
  const assignment = `transition_id = ${transition.also ? `CASE WHEN ${transition.also.if} THEN :transitionId + 1 ELSE :transitionId END` : ':transitionId'}`;
  const assignments = [assignment, transition.set(dialect), ...stored, 'updated_at = :now'].filter(Boolean).join(', ');
  const changing = transition.unchangedIf && stored.length === 0 ? [`NOT (${transition.unchangedIf})`] : [];
  const conditions = [
    ...transition.checks.map(({ holds }) => holds),
    ...changing,
    ...(transition.claims ? [`NOT (${needsCode})`] : []),
  ];
  return `UPDATE coupon_sessions AS s ${dialect.useIndex(`coupon_sessions_${index}`)} SET ${assignments}
    WHERE ${condition} AND s.account_id = :accountId AND EXISTS
      (SELECT 1 FROM coupons c WHERE c.id = s.coupon_id AND c.deleted_at IS NULL AND ${conditions.join(' AND ')})`;
}

function definedFields(data: SessionData): (keyof SessionData)[] {
  return (Object.keys(data) as (keyof SessionData)[]).filter((field) => data[field] !== undefined);
}

/** Returns an SQL expression for the first check that fails, or NULL. */
export function problemOf({ checks }: Transition): string {
  return `CASE ${checks.map(({ holds, problem }) => `WHEN NOT (${holds}) THEN '${problem}'`).join(' ')} END`;
}

export function attemptedStatement(transition: Transition): string {
  const { unchangedIf = '1 = 0' } = transition;
  return `SELECT ${sessionSelectList}, ${isChangedByTransition} AS changed, s.transition_id = :transitionId + 1 AS also,
      ${problemOf(transition)} AS problem, ${unchangedIf} AS unchanged,
      ${transition.claims ? needsCode : '1 = 0'} AS codeless
    ${fromSessions} WHERE s.session IN (:sessions) AND s.account_id = :accountId
      AND (c.deleted_at IS NULL OR ${isChangedByTransition})`;
}
