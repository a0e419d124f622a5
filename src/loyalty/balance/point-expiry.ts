import type { Logger } from 'pino';
import { onClockOf } from '../../accounts/account/account-clock.ts';
import { rootOf, transactFor } from '../../accounts/account/account-root.ts';
import type { ClockFollower } from '../../accounts/testing/clock-followers.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { changeBalances } from './balance-changes.ts';

interface DueMember {
  number: number;
  accountId: string;
  card: string;
  user: string;
}

interface Failure {
  member: DueMember;
  error: unknown;
}

interface Scope {
  at: Instant;
  accountId?: string;
}

const membersAtOnce = 20;

/** The members whose points could not be taken and that a search passes over. Each is a parameter of its statement. */
const maxFailures = 1000;

/**
 * Returns a function that takes expired points from some members, and returns the number of members. It logs those whose
 * points could not be taken, and tries them again after all others.
 */
export function expiringPoints(log: Logger): (database: Database) => Promise<number> {
  const failures: Failure[] = [];
  return async (database) => {
    const expired = await expireNext(database, { at: now() }, failures);
    if (expired > 0) return expired;
    for (const { member, error } of failures.splice(0))
      log.error({ err: error, card: member.card, member: member.number }, 'points did not expire');
    return 0;
  };
}

/** Makes points expire on the clock of a test account. */
export const followedPoints: ClockFollower = {
  nextDue: async (connection, accountId) => {
    const [next] = await connection.rows<{ at: Instant | null }>(
      `SELECT MIN(p.expires_at) AS at FROM point_lots p JOIN loyalty_members m ON m.number = p.member
         JOIN loyalty_cards c ON c.id = m.card_id WHERE m.account_id = ? AND c.deleted_at IS NULL`,
      [accountId],
    );
    return next?.at ?? null;
  },
  follow: async (database, accountId) => {
    const failures: Failure[] = [];
    while ((await expireNext(database, { accountId, at: now() }, failures)) > 0) {
      // Each turn takes the points of some members.
    }
    const [failure] = failures;
    if (failure) throw failure.error;
  },
};

/** Takes expired points from some members. Adds the failures, whose members the next call passes over. */
async function expireNext(database: Database, scope: Scope, failures: Failure[]): Promise<number> {
  while (failures.length < maxFailures) {
    const due = await dueMembers(database, scope, failures);
    if (due.length === 0) return 0;
    const failed: Failure[] = [];
    for (const members of Map.groupBy(due, ({ card }) => card).values())
      failed.push(...(await expireOf(database, members)));
    failures.push(...failed);
    if (failed.length < due.length) return due.length - failed.length;
  }
  return 0;
}

function dueMembers(connection: Connection, scope: Scope, failures: readonly Failure[]): Promise<DueMember[]> {
  const failed = failures.map(({ member }) => member.number);
  const conditions = [
    ...(scope.accountId === undefined ? [] : ['m.account_id = :accountId']),
    ...(failed.length === 0 ? [] : ['m.number NOT IN (:failed)']),
  ];
  return connection.rows<DueMember>(
    `SELECT DISTINCT m.number AS number, m.account_id AS accountId, m.card_id AS card, m.user_id AS user
       FROM point_lots p JOIN loyalty_members m ON m.number = p.member JOIN loyalty_cards c ON c.id = m.card_id
       WHERE ${['p.expires_at <= :at', 'c.deleted_at IS NULL', ...conditions].join(' AND ')} LIMIT ${membersAtOnce}`,
    { ...scope, failed },
  );
}

/** Takes expired points from members of a card. If the members fail together, tries each of them alone. */
async function expireOf(database: Database, members: readonly DueMember[]): Promise<Failure[]> {
  try {
    const [{ accountId = '' } = {}] = members;
    const rootId = await rootOf(database, accountId);
    const calls = members.map(({ card, user }) => ({
      ...{ accountId, rootId, card, user, keyId: null },
      request: { action: 'EXPIRE' as const },
    }));
    const outcomes = await onClockOf(database, accountId, () =>
      transactFor(database, accountId, (transaction) => changeBalances(transaction, calls)),
    );
    return members.flatMap((member, index) => {
      const error = outcomes[index];
      return error instanceof Problem ? { member, error } : [];
    });
  } catch (error) {
    const [member, ...others] = members;
    if (!member) return [];
    if (others.length === 0) return [{ member, error }];
    return (await Promise.all(members.map((each) => expireOf(database, [each])))).flat();
  }
}
