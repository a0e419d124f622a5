import type { Dialect } from '../../kernel/database/dialect.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { keywordFields, searchBeginning, searchValue } from '../user/user-search-key.ts';

/** A text that is searched in all fields of the users of a card. */
export interface Keyword {
  keyword?: string | null | undefined;
  /** Whether the text has to be a whole value instead of the beginning of one or of a later word. */
  strict?: boolean | null | undefined;
}

/**
 * Returns a query for the numbers and the creation times of the users of `:card` that a keyword finds, or null for a
 * blank keyword, which finds all users. Its cost depends on the number of these users, not on that of all users.
 */
export function keywordQuery(
  { useIndex }: Dialect,
  { keyword, strict }: Keyword,
): { sql: string; values: Record<string, Value> } | null {
  const text = searchValue('word', keyword ?? '');
  if (text === '') return null;
  const phone = (strict ? searchValue : searchBeginning)('phone', text) || text;
  const email = searchValue('email', text);
  const is = (column: string, name: string) =>
    strict ? `${column} = :${name}` : `${column} >= :${name} AND ${column} < :${name}End`;
  const fields = strict ? texts : [...texts, 'word', 'part'];
  const keysOf = (fields: readonly string[], name: string) =>
    `SELECT k.membership AS number, k.created_at AS created FROM loyalty_search_keys k
     WHERE k.card_id = :card AND k.field IN (${fields.map((field) => `'${field}'`)}) AND ${is('k.value', name)}`;
  return {
    sql: `${keysOf(fields, 'keyword')} UNION ${keysOf(['phone'], 'phoneKeyword')} UNION
      ${email === text ? '' : `${keysOf(['email'], 'emailKeyword')} UNION`}
      SELECT x.number, x.created_at FROM loyalty_memberships x ${useIndex('loyalty_memberships_user')}
      WHERE x.card_id = :card AND ${is('x.user_id', 'keyword')}`,
    values: {
      ...{ keyword: text, keywordEnd: endOfPrefix(text) },
      ...{ phoneKeyword: phone, phoneKeywordEnd: endOfPrefix(phone) },
      ...{ emailKeyword: email, emailKeywordEnd: endOfPrefix(email) },
    },
  };
}

const texts = keywordFields.filter((field) => field !== 'phone');
