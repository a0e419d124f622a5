import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect } from '../../kernel/database/dialect.ts';
import { bind } from '../../kernel/database/statement.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import type { LoyaltyCard } from '../card/card.ts';
import { allWithRewards, joinPersons, type LoyaltyUser, loyaltyUserColumns, usersOf } from '../user/loyalty-member.ts';
import { searchBeginning, searchFields, searchValue } from '../user/user-search-key.ts';

const maxFound = 100;

const keyOf = (field: string) => `SELECT k.member AS number, k.value AS value FROM loyalty_search_keys k
  WHERE k.card_id = :card AND k.field = '${field}' AND k.value >= :${field} AND k.value < :${field}End
  ORDER BY k.value LIMIT ${maxFound}`;

const idOf = ({ useIndex }: Dialect) => `SELECT x.number AS number, x.user_id AS value
  FROM loyalty_members x ${useIndex('loyalty_members_user')}
  WHERE x.card_id = :card AND x.user_id >= :id AND x.user_id < :idEnd ORDER BY x.user_id LIMIT ${maxFound}`;

/**
 * Selects the first users in alphabetical order of the matching values, so that exact matches come before longer
 * values.
 */
const search = (dialect: Dialect) => `SELECT found.number AS number, MIN(found.value) AS value
  FROM (${[...searchFields.map(keyOf), idOf(dialect)].map((part, index) => `SELECT * FROM (${part}) AS part${index}`).join(' UNION ALL ')}) AS found
  GROUP BY found.number ORDER BY MIN(found.value), found.number LIMIT ${maxFound}`;

/**
 * Returns up to 100 users who have a value that begins with the text: a name, a word of a name, an email address, a
 * phone number or an id.
 */
export async function findUsersByText(connection: Connection, card: LoyaltyCard, text: string): Promise<LoyaltyUser[]> {
  const isNumber = /^\d{3,}$/.test(text.replaceAll('-', ''));
  const beginnings = {
    ...Object.fromEntries(searchFields.map((field) => [field, searchBeginning(field, text)])),
    ...(isNumber ? {} : { phone: text }),
    id: searchValue('word', text),
  };
  const endings = Object.fromEntries(
    Object.entries(beginnings).map(([field, text]) => [`${field}End`, endOfPrefix(text)]),
  );
  const rows = await connection.rows<LoyaltyUser>(
    ...bind(
      `SELECT ${loyaltyUserColumns} FROM (${search(connection.dialect)}) AS page
       JOIN loyalty_members m ON m.number = page.number ${joinPersons} ORDER BY page.value, m.number`,
      { card: card.id, ...beginnings, ...endings },
    ),
  );
  return allWithRewards(connection, usersOf(card, rows));
}
