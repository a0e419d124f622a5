import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect } from '../../kernel/database/dialect.ts';
import { keyset, type Page } from '../../kernel/database/paging.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { withoutSymbology } from '../../kernel/values/symbology.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { loyaltyUserInAddress } from '../../vocabulary/links.ts';
import type { LoyaltyCard } from '../card/card.ts';
import {
  allWithRewards,
  joinPersons,
  type LoyaltyUser,
  loyaltyUserColumns,
  readUsers,
  usersOf,
} from '../user/loyalty-member.ts';
import {
  type FilterField,
  filterFields,
  keywordFields,
  searchBeginning,
  searchFields,
  searchValue,
} from '../user/user-search-key.ts';

export interface WhichUsers {
  card: LoyaltyCard;
  filter: Keyword & { [Field in FilterField | 'id']?: string | null | undefined };
  includeVoided: boolean;
}

/**
 * Returns a page of users, newest first. An index in the order of the list serves every filter except a keyword, so the
 * cost does not depend on the number of users. Includes rewards, which almost all callers request.
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
  const rows = await connection.rows<LoyaltyUser>(
    `SELECT ${loyaltyUserColumns} FROM (${sql} ${part.condition} ${part.ending} OFFSET ${offset}) AS page
     JOIN loyalty_members m ON m.number = page.number ${joinPersons}`,
    [...parameters, ...part.values],
  );
  // Sort here: the database would copy the long rows of the page to sort them.
  rows.sort(page.backward ? byCreation : (one, other) => byCreation(other, one));
  return allWithRewards(connection, usersOf(which.card, rows));
}

function byCreation(one: LoyaltyUser, other: LoyaltyUser): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.number - other.number;
}

export async function countUsers(connection: Connection, which: WhichUsers): Promise<number> {
  const { from, where, values } = matching(connection, which);
  const [counted] = await connection.rows<{ total: number }>(
    `SELECT COUNT(*) AS total FROM ${from} WHERE ${where}`,
    values,
  );
  return Number(counted?.total);
}

interface Matching {
  from: string;
  where: string;
  values: Record<string, Value>;
  /** The column of the creation time. It orders the list, followed by `number`. */
  created: string;
  number: string;
}

/**
 * Reads the users that a keyword finds, the search keys of one filter field, or the members of the card. Then
 * checks the search keys of the other filter fields.
 */
function matching({ dialect }: Connection, which: WhichUsers): Matching {
  const { card, filter } = which;
  const given = filterFields.filter((field) => filter[field] != null);
  const values = {
    ...Object.fromEntries(given.map((field) => [field, searchValue(field, filter[field] ?? '')])),
    ...{ card: card.id, ...(filter.id != null && { id: filter.id.toLowerCase() }) },
  };
  const found = keywordQuery(dialect, filter);
  if (found) return { ...amongFound(found.sql, which, given), values: { ...values, ...found.values } };
  const [first, ...others] = given;
  if (filter.id == null && first) return { ...amongKeys(first, others, which), values };
  return { ...amongMembers(dialect, which, given), values };
}

type Source = Omit<Matching, 'values'>;

function amongFound(sql: string, { filter, includeVoided }: WhichUsers, given: readonly FilterField[]): Source {
  const conditions = [
    ...given.map((field) => hasKey(field, ':card', 'found.created', 'found.number')),
    ...(filter.id == null ? [] : [`${memberColumn('user_id', 'found.number')} = :id`]),
    ...(includeVoided ? [] : [`${memberColumn('voided_at', 'found.number')} IS NULL`]),
  ];
  return {
    from: `(${sql}) AS found`,
    where: conditions.join(' AND ') || '1 = 1',
    created: 'found.created',
    number: 'found.number',
  };
}

function amongKeys(first: FilterField, others: readonly FilterField[], { includeVoided }: WhichUsers): Source {
  return {
    from: 'loyalty_search_keys k',
    where: [
      `k.card_id = :card AND k.field = '${first}' AND k.value = :${first}`,
      ...others.map((field) => hasKey(field, 'k.card_id', 'k.created_at', 'k.member')),
      ...(includeVoided ? [] : [`${memberColumn('voided_at', 'k.member')} IS NULL`]),
    ].join(' AND '),
    created: 'k.created_at',
    number: 'k.member',
  };
}

function amongMembers({ useIndex }: Dialect, { filter, includeVoided }: WhichUsers, given: readonly FilterField[]) {
  const index = includeVoided ? 'loyalty_members_created' : 'loyalty_members_valid';
  return {
    from: `loyalty_members x ${filter.id == null ? useIndex(index) : ''}`,
    where: [
      'x.card_id = :card',
      ...(filter.id == null ? [] : ['x.user_id = :id']),
      ...given.map((field) => hasKey(field, 'x.card_id', 'x.created_at', 'x.number')),
      ...(includeVoided ? [] : ['x.voided_at IS NULL']),
    ].join(' AND '),
    created: 'x.created_at',
    number: 'x.number',
  };
}

function memberColumn(column: string, number: string): string {
  return `(SELECT x.${column} FROM loyalty_members x WHERE x.number = ${number})`;
}

function hasKey(field: FilterField, card: string, created: string, number: string): string {
  return `EXISTS (SELECT 1 FROM loyalty_search_keys other WHERE other.card_id = ${card} AND other.field = '${field}'
    AND other.value = :${field} AND other.created_at = ${created} AND other.member = ${number})`;
}

interface Keyword {
  keyword?: string | null | undefined;
  /** Whether the text must be a whole value, and not just the beginning of a value or of a word in it. */
  strict?: boolean | null | undefined;
}

/**
 * Selects the users that a keyword finds. Null for a blank keyword. The cost depends only on how many users it finds.
 */
function keywordQuery({ useIndex }: Dialect, { keyword, strict }: Keyword) {
  const text = searchValue('word', keyword ?? '');
  if (text === '') return null;
  const phone = (strict ? searchValue : searchBeginning)('phone', text) || text;
  const email = searchValue('email', text);
  const is = (column: string, name: string) =>
    strict ? `${column} = :${name}` : `${column} >= :${name} AND ${column} < :${name}End`;
  const fields = strict ? texts : [...texts, 'word', 'part'];
  const keysOf = (fields: readonly string[], name: string) =>
    `SELECT k.member AS number, k.created_at AS created FROM loyalty_search_keys k
     WHERE k.card_id = :card AND k.field IN (${fields.map((field) => `'${field}'`)}) AND ${is('k.value', name)}`;
  return {
    sql: `${keysOf(fields, 'keyword')} UNION ${keysOf(['phone'], 'phoneKeyword')} UNION
      ${email === text ? '' : `${keysOf(['email'], 'emailKeyword')} UNION`}
      SELECT x.number, x.created_at FROM loyalty_members x ${useIndex('loyalty_members_user')}
      WHERE x.card_id = :card AND ${is('x.user_id', 'keyword')}`,
    values: {
      ...{ keyword: text, keywordEnd: endOfPrefix(text) },
      ...{ phoneKeyword: phone, phoneKeywordEnd: endOfPrefix(phone) },
      ...{ emailKeyword: email, emailKeywordEnd: endOfPrefix(email) },
    },
  };
}

const texts = keywordFields.filter((field) => field !== 'phone');

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
    `SELECT ${loyaltyUserColumns} FROM (${search(connection.dialect)}) AS page
       JOIN loyalty_members m ON m.number = page.number ${joinPersons} ORDER BY page.value, m.number`,
    { card: card.id, ...beginnings, ...endings },
  );
  return allWithRewards(connection, usersOf(card, rows));
}

/** The maximum number of a person's cards that a scan finds. */
export const maxScanned = 20;

const person = idPattern('loyaltyUser');
const userOfCard = /^(loy_[0-9a-z]{12}):(usr_[0-9a-z]{16})$/;

/** Returns the users of the account's cards that match a scanned text, newest first. */
export async function usersScanned(connection: Connection, accountId: string, scanned: string): Promise<LoyaltyUser[]> {
  const named = namedBy(scanned);
  if (!named) return [];
  const { user, card = '', code = '' } = named;
  const ofCard = card ? 'AND m.card_id = :card' : '';
  const withCode = code ? 'AND c.code = :code' : '';
  return readUsers(
    connection,
    `m.user_id = :user AND m.account_id = :accountId AND c.deleted_at IS NULL ${ofCard} ${withCode}
     ORDER BY m.number DESC LIMIT ${maxScanned}`,
    { user, accountId, card, code },
  );
}

function namedBy(scanned: string): { user: string; card?: string; code?: string } | null {
  const plain = withoutSymbology(scanned);
  const text = plain.toLowerCase();
  if (person.test(text)) return { user: text };
  const [, card, user] = userOfCard.exec(text) ?? [];
  return card && user ? { card, user } : loyaltyUserInAddress(plain);
}
