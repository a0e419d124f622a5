import type { Connection } from '../../kernel/database/database.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { type CouponSession, fromSessions, fromSessionsBy, sessionSelectList } from '../session/session.ts';
import { identityKey } from '../session/session-identity.ts';
import { isWidgetCode } from '../session/session-lookup.ts';
import { spellingsOf } from './code-spelling.ts';

/** The texts that a search looks for, as the caller gives them. */
export interface Sought {
  code?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

/** A condition on sessions, and the index of the field that it concerns. */
interface Condition {
  index: 'code' | 'phone' | 'email' | 'session';
  sql: string;
  values: Record<string, Value>;
}

const most = 100;

/** Returns up to 100 sessions of the account, or of one of its coupons, that match all texts, newest first. */
export async function searchSessions(
  connection: Connection,
  which: { accountId: string; couponId: string | null },
  { code, phone, email }: Sought,
): Promise<CouponSession[]> {
  const others = [...(phone ? [phoneCondition(phone)] : []), ...(email ? [prefixCondition('email', email)] : [])];
  if (!code) return find(connection, which, others);
  const spellings = await spellingsOf(connection, which.accountId, code);
  const widgetCode = code.toLowerCase();
  const ways = [
    ...(spellings.length > 0 ? [codeCondition(spellings)] : []),
    ...(isWidgetCode(widgetCode) ? [rangeCondition('session', 's.session', widgetCode)] : []),
  ];
  const found = await Promise.all(ways.map((way) => find(connection, which, [way, ...others])));
  const sessions = new Map(found.flat().map((session) => [session.sequence, session]));
  return [...sessions.values()].sort((one, other) => other.sequence - one.sequence).slice(0, most);
}

function codeCondition(spellings: readonly string[]): Condition {
  const ranges = spellings.map((spelling, number) => range(`code${number}`, 's.custom_validation_code', spelling));
  return {
    index: 'code',
    sql: `(${ranges.map(({ sql }) => sql).join(' OR ')})`,
    values: Object.assign({}, ...ranges.map(({ values }) => values)),
  };
}

/** A number without its country code is also compared with the last digits. This reads all numbers of the account. */
function phoneCondition(phone: string): Condition {
  const { sql, values } = prefixCondition('phone', phone);
  const digits = identityKey('PHONE', phone);
  if (!/^\d{5,}$/.test(digits)) return { index: 'phone', sql, values };
  return { index: 'phone', sql: `(${sql} OR s.phone_key LIKE :digits)`, values: { ...values, digits: `%${digits}` } };
}

function prefixCondition(field: 'phone' | 'email', text: string): Condition {
  return rangeCondition(field, `s.${field}_key`, identityKey(field === 'phone' ? 'PHONE' : 'EMAIL', text));
}

function rangeCondition(index: Condition['index'], column: string, prefix: string): Condition {
  return { index, ...range(index, column, prefix) };
}

function range(name: string, column: string, prefix: string): Pick<Condition, 'sql' | 'values'> {
  return {
    sql: `${column} >= :${name} AND ${column} < :${name}End`,
    values: { [name]: prefix, [`${name}End`]: endOfPrefix(prefix) },
  };
}

function find(
  connection: Connection,
  { accountId, couponId }: { accountId: string; couponId: string | null },
  conditions: readonly Condition[],
): Promise<CouponSession[]> {
  const [only, another] = conditions;
  // With a single condition, planners may prefer to read all sessions in the order of the list.
  const tables = only && !another ? fromSessionsBy(connection.dialect, only.index) : fromSessions;
  const where = [
    's.account_id = :accountId AND c.deleted_at IS NULL',
    ...(couponId ? ['s.coupon_id = :couponId'] : []),
    ...conditions.map(({ sql }) => sql),
  ].join(' AND ');
  return connection.rows<CouponSession>(
    ...bind(`SELECT ${sessionSelectList} ${tables} WHERE ${where} ORDER BY s.sequence DESC LIMIT ${most}`, {
      accountId,
      couponId,
      ...Object.assign({}, ...conditions.map(({ values }) => values)),
    }),
  );
}
