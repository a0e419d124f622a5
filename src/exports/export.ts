import { entriesOf } from '../audit/audit-entry.ts';
import { contactFields } from '../contacts/contact/contact.fields.ts';
import { contactGroups } from '../contacts/group/contact-group.ts';
import { coupons } from '../coupons/coupon/coupon.ts';
import { selectList, snakeCase } from '../kernel/database/columns.ts';
import type { Connection } from '../kernel/database/database.ts';
import { findRows } from '../kernel/database/rows.ts';
import { bind, type Value } from '../kernel/database/statement.ts';
import { eventColumns } from '../kernel/event-log/event.ts';
import type { Instant } from '../kernel/values/instant.ts';
import { fromSessionsBy, sessionColumns } from '../sessions/session/session.ts';
import { type ReportRequest, reportOf } from '../statistics/report/report.ts';
import { reportColumns, reportRows } from '../statistics/report/report-rows.ts';
import type { Reported } from '../statistics/report/reported-campaign.ts';
import { fieldNames } from '../vocabulary/fields.ts';
import { sessionPath } from '../vocabulary/links.ts';

export const exportTypes = ['SESSIONS', 'CODES', 'EVENTS', 'CONTACTS', 'AUDIT_LOG'] as const;
type RecordType = (typeof exportTypes)[number];

/** Exports of statistics have their address from `Statistics.csvUrl`, because they need another scope. */
export type ExportType = RecordType | 'STATISTICS';

export interface ExportRequest {
  type: ExportType;
  accountId: string;
  coupon: string | null;
  group: string | null;
  /** The earliest time of creation, inclusive. */
  from: Instant | null;
  /** The end of the times of creation, exclusive. */
  to: Instant | null;
  report?: (Reported & ReportRequest) | undefined;
}

export type ExportRow = Record<string, string | number | null>;

export function exportFields(type: ExportType): string[] {
  return type === 'STATISTICS' ? reportColumns : Object.keys(sources[type].columns);
}

export async function* exportRows(
  connection: Connection,
  request: ExportRequest,
  publicUrl: string,
): AsyncGenerator<ExportRow[]> {
  if (request.type === 'STATISTICS') {
    if (request.report) yield reportRows(await reportOf(connection, request.report, request.report));
    return;
  }
  const source = sources[request.type];
  for (const scope of await source.scopes(connection, request)) {
    let after: Value = source.before;
    for (;;) {
      const rows = await connection.rows<ExportRow>(...pageOf(connection, source, scope, request, after));
      after = rows.at(-1)?.[source.key] ?? null;
      if (request.type === 'SESSIONS')
        for (const row of rows) row.url = publicUrl + sessionPath(String(row.url), String(row.session));
      if (rows.length > 0) yield source.expand ? rows.flatMap(source.expand) : rows;
      if (rows.length < (source.pageSize ?? pageSize)) break;
    }
  }
}

const pageSize = 1000;

interface Source {
  columns: Record<string, string>;
  from: (connection: Connection) => string;
  scope: string;
  scopes: (connection: Connection, request: ExportRequest) => Promise<string[]>;
  key: string;
  keyColumn: string;
  before: Value;
  time: string | null;
  /** Returns the exported rows of a stored one. */
  expand?: (row: ExportRow) => ExportRow[];
  /** Default: a thousand. */
  pageSize?: number;
}

const { couponCode, ...columns } = sessionColumns;
const shown = Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'accountId'));

const inSnakeCase = (columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [snakeCase(name), column]));

const { number: _, ...exportedOfEvents } = eventColumns;

const contactData = Object.fromEntries(fieldNames(contactFields).map((field) => [field, `c.${snakeCase(field)}`]));

const sources: Record<RecordType, Source> = {
  SESSIONS: {
    columns: { ...inSnakeCase(shown), url: couponCode },
    from: ({ dialect }) => fromSessionsBy(dialect, 'sequence'),
    scope: 's.coupon_id',
    scopes: couponsOf,
    key: 'sequence',
    keyColumn: 's.sequence',
    before: 0,
    time: 's.created_at',
  },
  CODES: {
    columns: { coupon_id: 'v.coupon_id', code: 'v.code', sequence: 'v.sequence', position: 'v.position' },
    from: () => 'FROM validation_codes v',
    scope: 'v.coupon_id',
    scopes: couponsOf,
    key: 'code',
    keyColumn: 'v.code',
    before: '',
    time: null,
  },
  EVENTS: {
    columns: exportedOfEvents,
    from: () => 'FROM events e',
    scope: 'e.account_id',
    scopes: async (_, { accountId }) => [accountId],
    key: 'position',
    keyColumn: 'e.position',
    before: 0,
    time: 'e.created_at',
  },
  AUDIT_LOG: {
    columns: {
      id: 'a.id',
      created_at: 'a.created_at',
      key_id: 'a.key_id',
      address: 'a.address',
      operation: 'a.operation',
      outcome: 'a.outcome',
      answered: 'a.answered',
      request_id: 'a.request_id',
      input: 'a.given',
    },
    from: () => 'FROM audit_entries a',
    scope: 'a.account_id',
    scopes: async (_, { accountId }) => [accountId],
    key: 'id',
    keyColumn: 'a.id',
    before: '',
    time: 'a.created_at',
    expand: auditRows,
    // A row may have many calls.
    pageSize: 100,
  },
  CONTACTS: {
    columns: {
      group_id: 'c.group_id',
      number: 'c.number',
      id: 'c.id',
      email: `CASE g.channel WHEN 'EMAIL' THEN c.address END`,
      phone: `CASE g.channel WHEN 'SMS' THEN c.address END`,
      ...inSnakeCase(contactData),
      created_at: 'c.created_at',
    },
    from: () => 'FROM contact_groups g JOIN contacts c ON c.group_id = g.id',
    scope: 'g.id',
    scopes: groupsOf,
    key: 'number',
    keyColumn: 'c.number',
    before: 0,
    time: 'c.created_at',
  },
};

const oldestFirst = { createdAt: 'ASC', id: 'ASC' } as const;

/** Returns a row for each call of an audit row. */
function auditRows(row: ExportRow): ExportRow[] {
  const { address = '', answered = '', request_id = '', input = null } = row;
  const stored = { id: String(row.id), address, answered, requestId: request_id, given: input as string | null };
  return entriesOf(stored).map(({ id, address, answered, requestId, given }) => ({
    ...row,
    ...{ id, address, answered, request_id: requestId, input: given },
  }));
}

async function groupsOf(connection: Connection, { accountId, group }: ExportRequest): Promise<string[]> {
  const which = { accountId, deletedAt: null, ...(group && { id: group }) };
  const rows = await findRows(connection, contactGroups, which, { select: ['id'], order: oldestFirst });
  return rows.map(({ id }) => id);
}

async function couponsOf(connection: Connection, { accountId, coupon }: ExportRequest): Promise<string[]> {
  const which = { accountId, deletedAt: null, ...(coupon && { id: coupon }) };
  const rows = await findRows(connection, coupons, which, { select: ['id'], order: oldestFirst });
  return rows.map(({ id }) => id);
}

function pageOf(
  connection: Connection,
  source: Source,
  scope: string,
  { type, coupon, from, to }: ExportRequest,
  after: Value,
): [string, Value[]] {
  const conditions = [
    `${source.scope} = :scope AND ${source.keyColumn} > :after`,
    ...(type === 'EVENTS' && coupon ? ['e.campaign_id = :coupon'] : []),
    ...(source.time && from ? [`${source.time} >= :from`] : []),
    ...(source.time && to ? [`${source.time} < :to`] : []),
  ];
  return bind(
    `SELECT ${selectList(source.columns)} ${source.from(connection)} WHERE ${conditions.join(' AND ')}
     ORDER BY ${source.keyColumn} LIMIT ${source.pageSize ?? pageSize}`,
    { scope, after, coupon, from, to },
  );
}
