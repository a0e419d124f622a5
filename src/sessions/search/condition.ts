import type { CountryCode } from 'libphonenumber-js';
import type { Value } from '../../kernel/database/statement.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning, phoneKey, phoneKeys } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import type { KeyField } from '../index/session-search-key.ts';

export interface Condition {
  index: 'code' | 'session' | KeyField;
  sql: (column: string) => string;
  values: Record<string, Value>;
  /** Whether the whole index must be read to find the sessions. */
  readsAll?: boolean;
}

export const columns = {
  code: 's.custom_validation_code',
  session: 's.session',
  email: 's.email_key',
  phone: 's.phone_key',
};

export function codeCondition(spellings: readonly string[]): Condition {
  return anyRange('code', spellings);
}

/**
 * A number without its country code is also compared with the last digits, without its trunk zero. This reads all numbers of the
 * account. With a country, it is also the beginning of numbers of that country, and a whole number is found as it was stored before
 * the account had its country.
 */
export function phoneCondition(phone: string, country: CountryCode | null): Condition {
  const given = phoneKey(phone);
  if (!/^\d{5,}$/.test(given)) return anyRange('phone', [phoneBeginning(phone), ...phoneKeys(phone, country).slice(1)]);
  const significant = given.replace(/^0+/, '');
  const digits = significant.length < 5 ? given : significant;
  const { index, sql, values } = anyRange('phone', [given, phoneBeginning(phone, country)]);
  return {
    index,
    sql: (column) => `(${sql(column)} OR ${column} LIKE :digits)`,
    values: { ...values, digits: `%${digits}` },
    readsAll: true,
  };
}

export function emailCondition(email: string): Condition {
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

export function rangeCondition(index: Condition['index'], prefix: string): Condition {
  return { index, ...range(index, prefix) };
}

function range(name: string, prefix: string): Pick<Condition, 'sql' | 'values'> {
  return {
    sql: (column) => `${column} >= :${name} AND ${column} < :${name}End`,
    values: { [name]: prefix, [`${name}End`]: endOfPrefix(prefix) },
  };
}
