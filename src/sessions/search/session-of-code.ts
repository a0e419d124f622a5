import { findOurId, longestExternalId } from '../../external-ids/external-id.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { readingsOf, withoutSymbology } from '../../kernel/values/symbology.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { sessionInAddress } from '../../vocabulary/links.ts';
import {
  type CouponSession,
  findSessions,
  fromSessionsBy,
  isWidgetCode,
  sessionSelectList,
} from '../session/session.ts';
import { spellingsOf } from './code-spelling.ts';

/** The maximum number of sessions to return, because thousands may have the same custom code. */
export const maxMeant = 20;

const sessionCode = idPattern('session');

export async function sessionsOfCode(
  connection: Connection,
  accountId: string,
  code: string,
): Promise<CouponSession[]> {
  for (const read of readingsOf(code)) {
    const found = await sessionsOf(connection, accountId, read);
    if (found.length > 0) return found;
  }
  return withExternalCode(connection, accountId, withoutSymbology(code));
}

async function sessionsOf(connection: Connection, accountId: string, code: string): Promise<CouponSession[]> {
  const whole = sessionInAddress(code) ?? code.toLowerCase();
  const [only] = sessionCode.test(whole) ? await findSessions(connection, accountId, [whole]) : [];
  if (only) return [only];
  const spellings = [...new Set([code, code.toUpperCase(), code.toLowerCase()])];
  const found = await Promise.all([
    ...spellings.flatMap((spelling) => [
      withValidationCode(connection, accountId, spelling),
      withCustomId(connection, accountId, spelling),
    ]),
    ...(isWidgetCode(whole) ? [beginningWith(connection, accountId, whole)] : []),
  ]);
  const sessions = found.flat();
  return newestOf(sessions.length > 0 ? sessions : await inMixedCase(connection, accountId, code));
}

async function inMixedCase(connection: Connection, accountId: string, code: string): Promise<CouponSession[]> {
  if (code.length > longestCode || !/[a-z]/i.test(code)) return [];
  const [codes, customIds] = await Promise.all([
    spellingsOf(connection, accountId, code),
    spellingsOf(connection, accountId, code, 'customId'),
  ]);
  const found = await Promise.all([
    ...codes.map((spelling) => withValidationCode(connection, accountId, spelling)),
    ...customIds.map((spelling) => withCustomId(connection, accountId, spelling)),
  ]);
  return found.flat();
}

const longestCode = 100;

function newestOf(found: readonly CouponSession[]): CouponSession[] {
  const sessions = new Map(found.map((session) => [session.sequence, session]));
  return [...sessions.values()].sort((one, other) => other.sequence - one.sequence).slice(0, maxMeant);
}

/**
 * Finds a session by the code that it had in the product from which the account was moved, or by the end of its address
 * there.
 */
async function withExternalCode(connection: Connection, accountId: string, code: string): Promise<CouponSession[]> {
  const externalId =
    code
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? code;
  if (externalId.length > longestExternalId) return [];
  const ours = await findOurId(connection, accountId, { kind: 'session', externalId });
  return ours ? findSessions(connection, accountId, [ours]) : [];
}

/** Finds sessions by a validation code. The index has those of a code in the order of their sequence ids. */
function withValidationCode(connection: Connection, accountId: string, code: string): Promise<CouponSession[]> {
  const from = `${fromSessionsBy(connection.dialect, 'code')} WHERE s.custom_validation_code = :code`;
  return newest(connection, from, 's', { accountId, code });
}

function withCustomId(connection: Connection, accountId: string, code: string): Promise<CouponSession[]> {
  const { orderedJoin } = connection.dialect;
  const from = `FROM session_search_keys k ${orderedJoin} coupon_sessions s ON s.sequence = k.sequence
    ${orderedJoin} coupons c ON c.id = s.coupon_id
    WHERE k.account_id = :accountId AND k.field = 'customId' AND k.value = :code`;
  return newest(connection, from, 'k', { accountId, code });
}

function beginningWith(connection: Connection, accountId: string, code: string): Promise<CouponSession[]> {
  const from = `${fromSessionsBy(connection.dialect, 'session')} WHERE s.session >= :code AND s.session < :end`;
  return newest(connection, from, 's', { accountId, code, end: endOfPrefix(code) });
}

function newest(connection: Connection, from: string, ordering: 's' | 'k', values: Record<string, Value>) {
  return connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${from} AND s.account_id = :accountId AND c.deleted_at IS NULL
       ORDER BY ${ordering}.sequence DESC LIMIT ${maxMeant}`,
    values,
  );
}
