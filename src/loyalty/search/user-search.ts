import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect } from '../../kernel/database/dialect.ts';
import { keyset, type Page } from '../../kernel/database/paging.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import type { LoyaltyCard } from '../card/card.ts';
import { allWithRewards, joinPersons, type LoyaltyUser, loyaltyUserColumns, usersOf } from '../user/membership.ts';
import { type FilterField, filterFields, searchFields, searchValue } from '../user/user-search-key.ts';

export interface WhichUsers {
  card: LoyaltyCard;
  filter: { [Field in FilterField | 'id']?: string | null | undefined };
  includeVoided: boolean;
}

/**
 * Returns a page of the users of a card, newest first. For every filter, an index has the order of the list, so the
 * cost does not depend on the number of users. Includes rewards, because almost all callers request them.
 */
export async function pageOfUsers(
  connection: Connection,
  which: WhichUsers,
  page: Page,
  offset: number,
): Promise<LoyaltyUser[]> {
  const { from, where, values, created, number } = matching(connection, which);
  const part = keyset(page, created, number);
  const [sql, parameters] = bind(`SELECT ${number} AS number FROM ${from} WHERE ${where}`, values);
  const direction = page.backward ? 'ASC' : 'DESC';
  const rows = await connection.rows<LoyaltyUser>(
    `SELECT ${loyaltyUserColumns} FROM (${sql} ${part.condition} ${part.ending} OFFSET ${offset}) AS page
     JOIN loyalty_memberships m ON m.number = page.number ${joinPersons}
     ORDER BY m.created_at ${direction}, m.number ${direction}`,
    [...parameters, ...part.values],
  );
  return allWithRewards(connection, usersOf(which.card, rows));
}

/** Returns the number of users in the whole list. */
export async function countUsers(connection: Connection, which: WhichUsers): Promise<number> {
  const { from, where, values } = matching(connection, which);
  const [counted] = await connection.rows<{ total: number }>(
    ...bind(`SELECT COUNT(*) AS total FROM ${from} WHERE ${where}`, values),
  );
  return Number(counted?.total);
}

interface Matching {
  from: string;
  where: string;
  values: Record<string, Value>;
  /** The column of the creation time. The list is ordered by it, then by `number`. */
  created: string;
  number: string;
}

/**
 * Returns the query parts for a list. It reads the memberships of the card, or the search keys of one filter field, and
 * checks the search keys of the other filter fields.
 */
function matching({ dialect }: Connection, { card: { id: card }, filter, includeVoided }: WhichUsers): Matching {
  const given = filterFields.flatMap((field) => {
    const value = filter[field];
    return value == null ? [] : [{ field, value: searchValue(field, value) }];
  });
  const values = Object.fromEntries(given.map(({ field, value }) => [field, value]));
  const [first, ...others] = given;
  if (filter.id == null && first) {
    const valid = '(SELECT x.voided_at FROM loyalty_memberships x WHERE x.number = k.membership) IS NULL';
    return {
      from: 'loyalty_search_keys k',
      where: [
        `k.card_id = :card AND k.field = '${first.field}' AND k.value = :${first.field}`,
        ...others.map(({ field }) => hasKey(field, 'k.card_id', 'k.created_at', 'k.membership')),
        ...(includeVoided ? [] : [valid]),
      ].join(' AND '),
      values: { ...values, card },
      created: 'k.created_at',
      number: 'k.membership',
    };
  }
  const index = includeVoided ? 'loyalty_memberships_created' : 'loyalty_memberships_valid';
  return {
    from: `loyalty_memberships x ${filter.id == null ? dialect.useIndex(index) : ''}`,
    where: [
      'x.card_id = :card',
      ...(filter.id == null ? [] : ['x.user_id = :id']),
      ...given.map(({ field }) => hasKey(field, 'x.card_id', 'x.created_at', 'x.number')),
      ...(includeVoided ? [] : ['x.voided_at IS NULL']),
    ].join(' AND '),
    values: { ...values, card, ...(filter.id != null && { id: filter.id.toLowerCase() }) },
    created: 'x.created_at',
    number: 'x.number',
  };
}

function hasKey(field: FilterField, card: string, created: string, number: string): string {
  return `EXISTS (SELECT 1 FROM loyalty_search_keys other WHERE other.card_id = ${card} AND other.field = '${field}'
    AND other.value = :${field} AND other.created_at = ${created} AND other.membership = ${number})`;
}

const mostFound = 100;

/** The highest code point. A prefix followed by it sorts after every text with that prefix. */
const last = '\u{10ffff}';

const keyOf = (field: string) => `SELECT k.membership AS number, k.value AS value FROM loyalty_search_keys k
  WHERE k.card_id = :card AND k.field = '${field}' AND k.value >= :${field} AND k.value < :${field}End
  ORDER BY k.value LIMIT ${mostFound}`;

const idOf = ({ useIndex }: Dialect) => `SELECT x.number AS number, x.user_id AS value
  FROM loyalty_memberships x ${useIndex('loyalty_memberships_user')}
  WHERE x.card_id = :card AND x.user_id >= :id AND x.user_id < :idEnd ORDER BY x.user_id LIMIT ${mostFound}`;

/**
 * Returns the query for the first users in alphabetical order of the matching values. Exact matches come before longer
 * values in this order.
 */
const search = (dialect: Dialect) => `SELECT found.number AS number, MIN(found.value) AS value
  FROM (${[...searchFields.map(keyOf), idOf(dialect)].map((part, index) => `SELECT * FROM (${part}) AS part${index}`).join(' UNION ALL ')}) AS found
  GROUP BY found.number ORDER BY MIN(found.value), found.number LIMIT ${mostFound}`;

/**
 * Returns up to 100 users of a card whose name, word of a name, email address, phone number or id begins with the text.
 */
export async function findUsersByText(connection: Connection, card: LoyaltyCard, text: string): Promise<LoyaltyUser[]> {
  const bare = text.replaceAll('-', '');
  const digits = /^\d{3,}$/.test(bare) ? bare : text;
  const beginnings = Object.fromEntries(
    [...searchFields, 'id'].map((field) => [field, field === 'phone' ? digits : searchValue('word', text)]),
  );
  const endings = Object.fromEntries(Object.entries(beginnings).map(([field, text]) => [`${field}End`, text + last]));
  const rows = await connection.rows<LoyaltyUser>(
    ...bind(
      `SELECT ${loyaltyUserColumns} FROM (${search(connection.dialect)}) AS page
       JOIN loyalty_memberships m ON m.number = page.number ${joinPersons} ORDER BY page.value, m.number`,
      { card: card.id, ...beginnings, ...endings },
    ),
  );
  return allWithRewards(connection, usersOf(card, rows));
}
