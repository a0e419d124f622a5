import { snakeCase } from './columns.ts';
import type { Connection } from './database.ts';
import { keyset, numberKeyset, type Page, type Searched, searched, textKeyset, upToKeys } from './paging.ts';
import { nounOf, type Source, selectOf } from './rows.ts';
import { bind, clauseOf, type Value, type Which } from './statement.ts';

type Property<Noun> = keyof Noun & string;

interface Conditions {
  sql: readonly (string | false | null | undefined | 0)[];
  values?: Parameters<typeof bind>[1];
}

/** A list in the order of an index, newest first. The cost of a page does not depend on the length of the list. */
export interface List<Noun> {
  source: Source<Noun>;
  where: Which<Noun>;
  filter?: { readonly [Name in keyof Noun]?: Noun[Name] | null | undefined };
  present?: { readonly [Name in keyof Noun]?: boolean | null | undefined };
  /** A text to find in any of the columns, ignoring case. Use it only for lists that are short in every account. */
  contains?: { text: string | null | undefined; in: readonly string[] };
  conditions?: Conditions;
  /** Conditions without an index, checked for at most `max` rows. A page may be short although more rows follow. */
  sought?: Conditions & { max: number | null };
  /**
   * A time and a unique property, which are `createdAt` and `id` by default; or a number in the order of the times; or
   * a text.
   */
  order?: readonly [Property<Noun>, Property<Noun>] | { number: Property<Noun> } | { text: Property<Noun> };
  /** Values of the first columns of the index. For each of them, the index has the rows in the order of the list. */
  parts?: readonly Which<Noun>[];
  index?: string | false | undefined;
  columns?: string;
  join?: string;
}

type Statement = { sql: string; values: Value[] };

export async function listPage<Noun, Row = Noun>(connection: Connection, page: Page, list: List<Noun>): Promise<Row[]> {
  return (await searchPage<Noun, Row>(connection, page, list)).found;
}

export async function searchPage<Noun, Row = Noun>(
  connection: Connection,
  page: Page,
  list: List<Noun>,
): Promise<Searched<Row>> {
  const max = list.sought?.sql.some(Boolean) ? list.sought.max : null;
  const stoppedAt = max === null ? null : await stopOf(connection, page, list, max);
  const found = await connection.rows<Row>(...statementOf(connection, page, list, stoppedAt));
  return { found, stoppedAt };
}

/** Determine the stop first, so that the search misses no row that moves to another part in the meantime. */
async function stopOf<Noun>(
  connection: Connection,
  page: Page,
  { sought, ...listed }: List<Noun>,
  max: number,
): Promise<Searched<Noun>['stoppedAt']> {
  const [first, second] = keysOf(listed);
  const columns = `t.${snakeCase(first)} AS ${first}, t.${snakeCase(second)} AS ${second}`;
  const [sql, values] = statementOf(connection, { ...page, size: 0 }, { ...listed, columns }, null, max);
  const [stop] = await connection.rows<Record<string, string | number>>(`${sql} OFFSET ${max - 1}`, values);
  return stop ? [String(stop[first]), stop[second] ?? ''] : null;
}

function keysOf<Noun>({ order }: List<Noun>): readonly [string, string] {
  if (!order) return ['createdAt', 'id'];
  if ('number' in order) return ['createdAt', order.number];
  return 'text' in order ? ['createdAt', order.text] : order;
}

function statementOf<Noun>(
  connection: Connection,
  page: Page,
  list: List<Noun>,
  stop: Searched<Noun>['stoppedAt'],
  ofPart = page.size + 1,
): [string, Value[]] {
  const divided = list.parts ?? [];
  if (divided.length < 2) {
    const { sql, values } = partOf(connection, page, list, divided[0] ?? {}, stop);
    return [sql, values];
  }
  // Each part has a limit of its own, so that the index returns its rows in order.
  const parts = divided.map((part) => partOf(connection, { ...page, size: ofPart - 1 }, list, part, stop));
  const united = parts.map(({ sql }, number) => `SELECT * FROM (${sql}) AS part${number}`).join(' UNION ALL ');
  const { ending } = placeOf({ ...page, from: null }, list, (name) => name);
  return [`${united} ${ending}`, parts.flatMap(({ values }) => values)];
}

function partOf<Noun>(
  connection: Connection,
  page: Page,
  list: List<Noun>,
  part: Which<Noun>,
  stop: Searched<Noun>['stoppedAt'],
): Statement {
  const { source, where, filter = {}, present = {}, contains, conditions, sought, index, join = '' } = list;
  const chosen = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  const clause = clauseOf([where, nounOf(source).existing, Object.fromEntries(chosen), part]);
  const [listed, listedValues] = bind(
    allOf(
      clause?.sql ?? '1 = 0',
      ...Object.entries(present).map(([name, is]) => is != null && `t.${snakeCase(name)} IS ${is ? 'NOT ' : ''}NULL`),
    ),
    clause?.values ?? {},
  );
  const [limited, limitedValues] = bind(allOf(...(conditions?.sql ?? [])), conditions?.values ?? {});
  const text = searched(connection, contains?.text, ...(contains?.in ?? []).map(columnOf));
  const place = placeOf(page, list, columnOf);
  const [first, second] = keysOf(list);
  const upTo = stop ? upToKeys(page, stop, columnOf(first), columnOf(second)) : { condition: '', values: [] };
  const [wanted, wantedValues] = bind(allOf(...(sought?.sql ?? [])), sought?.values ?? {});
  const select = selectOf(source, undefined, list.columns);
  const hint = index ? connection.dialect.useIndex(index) : '';
  const further = [
    limited && `AND ${limited}`,
    text.condition,
    place.condition,
    upTo.condition,
    wanted && `AND ${wanted}`,
  ];
  return {
    sql: `${select} ${hint} ${join} WHERE ${[listed, ...further].filter(Boolean).join(' ')} ${place.ending}`,
    values: [...listedValues, ...limitedValues, ...text.values, ...place.values, ...upTo.values, ...wantedValues],
  };
}

function placeOf<Noun>(page: Page, list: List<Noun>, name: (property: string) => string) {
  const [first, second] = keysOf(list);
  const { order = [] } = list;
  if ('number' in order) return numberKeyset(page, name(second));
  return 'text' in order ? textKeyset(page, name(second)) : keyset(page, name(first), name(second));
}

const columnOf = (name: string) => (name.includes('.') ? name : `t.${snakeCase(name)}`);

const allOf = (...conditions: Conditions['sql']) => conditions.filter(Boolean).join(' AND ');
