import type { EntitySchema } from 'typeorm';
import { columnsOf, selectList } from '../../src/kernel/database/columns.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { model } from '../../src/main/registries/tables.ts';

/** Columns that may change without a successful call: the last use of a key, a sign-in or a till, and the time of the next delivery. */
const unsteady: Record<string, string[]> = {
  ApiKey: ['lastUsedAt'],
  Integration: ['nextDueAt'],
  SignIn: ['lastUsedAt'],
  Till: ['lastUsedAt'],
};

/** Tables whose rows do not name an account. */
export const ownerless = [
  ...['Sequence', 'Job', 'SignInAttempts', 'GoogleNonce', 'AuditBlock', 'AuditChain', 'LastingKey', 'PersonalToken'],
  'ProcessHeartbeat',
];

/** Selects the ids of all coupons and loyalty cards of an account. */
const campaigns = `SELECT o.id FROM
  (SELECT id, account_id FROM coupons UNION ALL SELECT id, account_id FROM loyalty_cards) AS o WHERE o.account_id = ?`;

/** Tables that also change by refused calls, and some time after a call. */
const late = [
  'AuditEntry',
  'LoggedRequest',
  'PrintPart',
  'Statistics',
  'StatisticsTotals',
  'StatisticsRefusedAttempts',
  'EndpointTraffic',
];

/** Tables with a rule of their own in `ownership`. */
const ruled = ['Account', 'ConsolePerson', 'WebhookAttempt', 'EventTrace', 'MemberKey', 'WalletDevice'];

/** Returns what the lists and rules of this file miss of these tables, or name although no table has it. */
export function misfitsOf(entities: readonly EntitySchema[]): string[] {
  const columnsByName = new Map(entities.map(({ options }) => [options.name, Object.keys(options.columns)]));
  const named = [...ownerless, ...late, ...ruled, ...Object.keys(unsteady)];
  const columns = Object.entries(unsteady).flatMap(([name, list]) => list.map((column) => ({ name, column })));
  return [
    ...named.filter((name) => !columnsByName.has(name)).map((name) => `no table is called ${name}`),
    ...columns
      .filter(({ name, column }) => columnsByName.get(name)?.includes(column) === false)
      .map(({ name, column }) => `${name} has no column ${column}`),
    ...[...columnsByName]
      .filter(([name, list]) => !ownerless.includes(name) && ownership(name, list) === undefined)
      .map(([name]) => `say whose the rows of ${name} are`),
  ];
}

const misfits = misfitsOf(model.entities);
if (misfits.length > 0) throw new Error(misfits.join('\n'));

/** For each table, its steady columns and the end of a statement that reads all rows of an account. */
const owned = model.entities
  .filter(({ options }) => ![...ownerless, ...late].includes(options.name))
  .map((schema) => {
    const { name, tableName: table, columns } = schema.options;
    const steady = Object.entries(columnsOf(schema, 't')).filter(([column]) => !unsteady[name]?.includes(column));
    return {
      table,
      select: `SELECT ${selectList(Object.fromEntries(steady))}`,
      columns: steady.map(([, column]) => column),
      from: `FROM ${table} t WHERE ${ownership(name, Object.keys(columns))}`,
    };
  });

/** Returns all rows of an account as text, for comparisons. */
export async function storedFor(database: Database, accountId: string): Promise<string> {
  const parts = await Promise.all(
    owned.map(async ({ table, select, from }) => {
      const rows = await database.rows<object>(`${select} ${from}`, [accountId]);
      return `${table}\n${rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n')}`;
    }),
  );
  return parts.join('\n\n');
}

/** Returns the same rows as `storedFor`, as the database renders them: faster, but only for comparisons. */
export async function snapshotFor(database: Database, accountId: string): Promise<string> {
  const array = database.dialect.name === 'sqlite' ? 'json_array' : 'JSON_ARRAY';
  const sql = owned.map(
    ({ table, columns, from }) => `SELECT '${table}' AS source, ${array}(${columns.join(', ')}) AS held ${from}`,
  );
  const rows = await database.rows<{ source: string; held: string }>(
    sql.join(' UNION ALL '),
    owned.map(() => accountId),
  );
  return rows
    .map(({ source, held }) => `${source} ${JSON.stringify(held)}`)
    .sort()
    .join('\n');
}

/** Returns the data of the latest event of an account, or undefined if no event came after the given number. */
export async function lastEventOf(database: Database, accountId: string, after: number): Promise<unknown> {
  const latest = 'SELECT data FROM events WHERE account_id = ? AND number > ? ORDER BY number DESC LIMIT 1';
  const [event] = await database.rows<{ data: string }>(latest, [accountId, after]);
  return event && JSON.parse(event.data);
}

/** Returns the number of the latest event of an account. */
export async function lastEventNumber(database: Database, accountId: string): Promise<number> {
  const latest = 'SELECT MAX(number) AS number FROM events WHERE account_id = ?';
  const [event] = await database.rows<{ number: number | null }>(latest, [accountId]);
  return event?.number ?? 0;
}

/** Returns the condition on the rows `t` of a table that belong to the account `?`, or undefined if none is known. */
export function ownership(name: string, columns: string[]): string | undefined {
  if (name === 'Account') return '? IN (t.id, t.parent_id, t.test_of)';
  if (name === 'ConsolePerson') return 't.id IN (SELECT m.person_id FROM account_members m WHERE m.account_id = ?)';
  if (columns.includes('accountId')) return 't.account_id = ?';
  if (columns.includes('couponId')) return 't.coupon_id IN (SELECT c.id FROM coupons c WHERE c.account_id = ?)';
  if (name === 'WebhookAttempt')
    return 't.delivery_number IN (SELECT d.number FROM webhook_deliveries d WHERE d.account_id = ?)';
  if (columns.includes('cardId')) return 't.card_id IN (SELECT c.id FROM loyalty_cards c WHERE c.account_id = ?)';
  if (columns.includes('member')) return 't.member IN (SELECT m.number FROM loyalty_members m WHERE m.account_id = ?)';
  if (columns.includes('integrationId'))
    return 't.integration_id IN (SELECT i.id FROM integrations i WHERE i.account_id = ?)';
  if (columns.includes('laneId')) return 't.lane_id IN (SELECT i.id FROM integrations i WHERE i.account_id = ?)';
  if (name === 'EventTrace') return 't.event_id IN (SELECT e.id FROM events e WHERE e.account_id = ?)';
  if (name === 'MemberKey') return 't.directory_id IN (SELECT d.id FROM directories d WHERE d.account_id = ?)';
  if (columns.includes('groupId')) return 't.group_id IN (SELECT g.id FROM contact_groups g WHERE g.account_id = ?)';
  if (columns.includes('passId')) return 't.pass_id IN (SELECT w.id FROM wallet_passes w WHERE w.account_id = ?)';
  if (columns.includes('endpointId'))
    return 't.endpoint_id IN (SELECT w.id FROM webhook_endpoints w WHERE w.account_id = ?)';
  if (name === 'Statistics' || name === 'StatisticsRefusedAttempts')
    return 't.campaign_id IN (SELECT s.campaign_id FROM statistics_totals s WHERE s.account_id = ?)';
  if (columns.includes('campaignId')) return `t.campaign_id IN (${campaigns})`;
  if (name === 'WalletDevice')
    return 't.number IN (SELECT r.device FROM wallet_registrations r JOIN wallet_passes w ON w.id = r.pass_id WHERE w.account_id = ?)';
  return undefined;
}
