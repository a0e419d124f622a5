import type { CountryCode } from 'libphonenumber-js';
import type { Value } from '../../kernel/database/statement.ts';
import { phoneBeginning } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import type { KeyField } from '../index/session-search-key.ts';
import { identityKey } from '../session/session-identity.ts';

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
  const ranges = spellings.map((spelling, number) => range(`code${number}`, spelling));
  return {
    index: 'code',
    sql: (column) => `(${ranges.map(({ sql }) => sql(column)).join(' OR ')})`,
    values: Object.assign({}, ...ranges.map(({ values }) => values)),
  };
}

/**
 * A number without its country code is also compared with the last digits, without its trunk zero. This reads all numbers of the
 * account. With a country, it is also the beginning of numbers of that country.
 */
export function phoneCondition(phone: string, country: CountryCode | null): Condition {
  const given = identityKey('PHONE', phone);
  if (!/^\d{5,}$/.test(given)) return rangeCondition('phone', phoneBeginning(phone));
  const significant = given.replace(/^0+/, '');
  const digits = significant.length < 5 ? given : significant;
  const ranges = [range('phone', given), range('national', phoneBeginning(phone, country))];
  return {
    index: 'phone',
    sql: (column) => `(${ranges.map(({ sql }) => sql(column)).join(' OR ')} OR ${column} LIKE :digits)`,
    values: Object.assign({ digits: `%${digits}` }, ...ranges.map(({ values }) => values)),
    readsAll: true,
  };
}

export function emailCondition(email: string): Condition {
  return rangeCondition('email', identityKey('EMAIL', email));
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
