import type { CountryCode } from 'libphonenumber-js';
import type { Connection } from '../../kernel/database/database.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning, phoneKey, phoneKeys } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { readingsOf } from '../../kernel/values/symbology.ts';
import type { KeyField } from '../index/session-search-key.ts';
import { type CouponSession, fromSessionsBy, sessionSelectList } from '../session/session.ts';
import { spellingsOf } from './code-spelling.ts';

interface Condition {
  index: 'code' | 'session' | KeyField;
  sql: (column: string) => string;
  values: Record<string, Value>;
  /** Whether it reads the whole index. */
  readsAll?: boolean;
}

const columns = {
  code: 's.custom_validation_code',
  session: 's.session',
  email: 's.email_key',
  phone: 's.phone_key',
};

function codeCondition(spellings: readonly string[]): Condition {
  return anyRange('code', spellings);
}

/**
 * A number without a country code also matches numbers that end with its digits, without the trunk zero. The search
 * then reads all numbers. If the account has a country, a number also matches the form in which it was stored before.
 */
function phoneConditions(phone: string, country: CountryCode | null): Condition[] {
  const given = phoneKey(phone);
  if (!/^\d{5,}$/.test(given))
    return [phoneBeginning(phone), ...phoneKeys(phone, country).slice(1)].map((key) => rangeCondition('phone', key));
  const significant = given.replace(/^0+/, '');
  const digits = significant.length < 5 ? given : significant;
  const { index, sql, values } = anyRange('phone', [given, phoneBeginning(phone, country)]);
  return [
    {
      index,
      sql: (column) => `(${sql(column)} OR ${column} LIKE :digits)`,
      values: { ...values, digits: `%${digits}` },
      readsAll: true,
    },
  ];
}

function emailCondition(email: string): Condition {
  return rangeCondition('email', emailKey(email));
}

function anyRange(index: Condition['index'], prefixes: readonly string[]): Condition {
  const ranges = prefixes.map((prefix, number) => range(`${index}${number}`, prefix));
  return {
    index,
    sql: (column) => `(${ranges.map(({ sql }) => sql(column)).join(' OR ')})`,
    values: Object.assign({}, ...ranges.map(({ values }) => values)),
  };
}

function rangeCondition(index: Condition['index'], prefix: string): Condition {
  return { index, ...range(index, prefix) };
}

function range(name: string, prefix: string): Pick<Condition, 'sql' | 'values'> {
  return {
    sql: (column) => `${column} >= :${name} AND ${column} < :${name}End`,
    values: { [name]: prefix, [`${name}End`]: endOfPrefix(prefix) },
  };
}

interface Sought {
  code?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  /** The country of phone numbers without a country code. */
  country?: CountryCode | null;
}

const maxFound = 100;

/** Returns at most 100 sessions, newest first. */
export async function searchSessions(
  connection: Connection,
  which: { accountId: string; couponId: string | null },
  { code, phone, email, country = null }: Sought,
): Promise<CouponSession[]> {
  const emails = email ? [emailCondition(email)] : [];
  const ways = phone ? phoneConditions(phone, country).map((condition) => [...emails, condition]) : [emails];
  return newestOf(await Promise.all(ways.map((others) => search(connection, which, code, others))));
}

const shortestCode = 5;

/** The whole code of a session, or at least its first 6 characters. */
const sessionBeginning = /^[0-9a-z]{6,21}$/;

async function search(
  connection: Connection,
  which: { accountId: string; couponId: string | null },
  code: string | null | undefined,
  others: readonly Condition[],
): Promise<CouponSession[]> {
  if (!code) return find(connection, which, others);
  for (const read of readingsOf(code)) {
    const found = read.length < shortestCode ? [] : await withCode(connection, which, read, others);
    if (found.length > 0) return found;
  }
  return [];
}

function newestOf(found: readonly CouponSession[][]): CouponSession[] {
  const sessions = new Map(found.flat().map((session) => [session.sequence, session]));
  return [...sessions.values()].sort((one, other) => other.sequence - one.sequence).slice(0, maxFound);
}

async function withCode(
  connection: Connection,
  which: { accountId: string; couponId: string | null },
  code: string,
  others: readonly Condition[],
): Promise<CouponSession[]> {
  const spellings = await spellingsOf(connection, which.accountId, code);
  const sessionCode = code.toLowerCase();
  const ways = [
    ...(spellings.length > 0 ? [codeCondition(spellings)] : []),
    ...(sessionBeginning.test(sessionCode) ? [rangeCondition('session', sessionCode)] : []),
  ];
  return newestOf(await Promise.all(ways.map((way) => find(connection, which, [way, ...others]))));
}

async function find(
  connection: Connection,
  { accountId, couponId }: { accountId: string; couponId: string | null },
  conditions: readonly Condition[],
): Promise<CouponSession[]> {
  const values = { accountId, couponId, ...Object.assign({}, ...conditions.map(({ values }) => values)) };
  const where = [
    's.account_id = :accountId AND c.deleted_at IS NULL',
    ...(couponId ? ['s.coupon_id = :couponId'] : []),
    ...conditions.map(({ index, sql }) => sql(columns[index])),
  ].join(' AND ');
  return connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${await tablesFor(connection, conditions, values)} ${where}
       ORDER BY s.sequence DESC LIMIT ${maxFound}`,
    values,
  );
}

/** Returns the tables. The first is the index that probably leads to the fewest sessions. */
async function tablesFor(connection: Connection, conditions: readonly Condition[], values: Record<string, Value>) {
  const [only, another] = conditions;
  if (!only) throw new Error('a search needs a condition');
  const { index, sql } = another ? await narrowest(connection, conditions, values) : only;
  if (index === 'code' || index === 'session') return `${fromSessionsBy(connection.dialect, index)} WHERE`;
  const { orderedJoin } = connection.dialect;
  return `FROM session_search_keys k ${orderedJoin} coupon_sessions s ON s.sequence = k.sequence
    ${orderedJoin} coupons c ON c.id = s.coupon_id WHERE ${keyCondition(index, sql)} AND`;
}

function keyCondition(field: KeyField, sql: Condition['sql']): string {
  return `k.account_id = :accountId AND k.field = '${field}' AND ${sql('k.value')}`;
}

const fewEnough = 1000;

/** Returns the first condition that only few sessions meet, or otherwise the first one. */
async function narrowest(connection: Connection, conditions: readonly Condition[], values: Record<string, Value>) {
  const cheap = conditions.filter(({ readsAll }) => !readsAll);
  const counts = cheap.map(
    ({ index, sql }, number) =>
      `(SELECT 1 FROM ${entriesOf(connection, index, sql)} LIMIT 1 OFFSET ${fewEnough}) AS many${number}`,
  );
  const [row] = await connection.rows<Record<string, number | null>>(`SELECT ${counts.join(', ')}`, values);
  return cheap.find((_, number) => row?.[`many${number}`] == null) ?? (cheap[0] as Condition);
}

function entriesOf({ dialect }: Connection, index: Condition['index'], sql: Condition['sql']): string {
  if (index === 'email' || index === 'phone') return `session_search_keys k WHERE ${keyCondition(index, sql)}`;
  return `coupon_sessions s ${dialect.useIndex(`coupon_sessions_${index}`)}
    WHERE ${index === 'code' ? 's.account_id = :accountId AND ' : ''}${sql(columns[index])}`;
}
