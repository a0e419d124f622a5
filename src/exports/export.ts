import { entriesOf } from '../audit/audited-call.ts';
import { contactFields } from '../contacts/contact/contact.fields.ts';
import { contactGroups } from '../contacts/group/contact-group.ts';
import { coupons } from '../coupons/coupon/coupon.ts';
import { snakeCase } from '../kernel/database/columns.ts';
import type { Connection } from '../kernel/database/database.ts';
import { findRows } from '../kernel/database/rows.ts';
import { eventColumns } from '../kernel/event-log/event.ts';
import type { Instant } from '../kernel/values/instant.ts';
import { fromSessionsBy, sessionColumns } from '../sessions/session/session.ts';
import { type ReportRequest, reportOf } from '../statistics/report/report.ts';
import { reportColumns, reportRows } from '../statistics/report/report-rows.ts';
import type { Reported } from '../statistics/report/reported-campaign.ts';
import { fieldNames } from '../vocabulary/fields.ts';
import { sessionPath } from '../vocabulary/links.ts';
import {
  type ExportRow,
  inSnakeCase,
  pageOfLongRows,
  pagesOf,
  type Selection,
  type TableSource,
} from './table-pages.ts';

export const exportTypes = ['SESSIONS', 'CODES', 'EVENTS', 'CONTACTS', 'AUDIT_LOG'] as const;
type RecordType = (typeof exportTypes)[number];

/** The address of a statistics export comes from `Statistics.csvUrl`, because it needs another scope. */
export type ExportType = RecordType | 'STATISTICS';

export interface ExportRequest {
  type: ExportType;
  accountId: string;
  coupon: string | null;
  group: string | null;
  /** The earliest creation time, inclusive. */
  from: Instant | null;
  /** The latest creation time, exclusive. */
  to: Instant | null;
  report?: (Reported & ReportRequest) | undefined;
}

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
  const { expand, ...source } = sources[request.type];
  const from = source.from(connection);
  for (const scope of await source.scopes(connection, request))
    for await (const rows of pagesOf(connection, { ...source, from }, scope, selectionOf(source, request))) {
      if (request.type === 'SESSIONS')
        for (const row of rows) row.url = publicUrl + sessionPath(String(row.url), String(row.session));
      yield expand ? rows.flatMap(expand) : rows;
    }
}

interface Source extends Omit<TableSource, 'from'> {
  from: (connection: Connection) => string;
  scopes: (connection: Connection, request: ExportRequest) => Promise<string[]>;
  time: string | null;
  /** Returns the rows of the export that come from one stored row. */
  expand?: (row: ExportRow) => ExportRow[];
}

function selectionOf({ time }: Omit<Source, 'expand'>, { type, coupon, from, to }: ExportRequest): Selection {
  const conditions = [
    ...(type === 'EVENTS' && coupon ? ['e.campaign_id = :coupon'] : []),
    ...(time && from ? [`${time} >= :from`] : []),
    ...(time && to ? [`${time} < :to`] : []),
  ];
  return { conditions, values: { coupon, from, to } };
}

const theAccount: Source['scopes'] = async (_, { accountId }) => [accountId];

const { couponCode, ...columns } = sessionColumns;
const shown = Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'accountId'));

const { number: _, ...exportedOfEvents } = eventColumns;

const contactData = Object.fromEntries(fieldNames(contactFields).map((field) => [field, `c.${snakeCase(field)}`]));

const sources: Record<RecordType, Source> = {
  SESSIONS: {
    columns: { ...inSnakeCase(shown), url: couponCode },
    from: ({ dialect }) => fromSessionsBy(dialect, 'sequence'),
    scope: 's.coupon_id',
    scopes: couponsOf,
    keys: { sequence: 0 },
    time: 's.created_at',
  },
  CODES: {
    columns: { coupon_id: 'v.coupon_id', code: 'v.code', sequence: 'v.sequence', position: 'v.position' },
    from: () => 'FROM validation_codes v',
    scope: 'v.coupon_id',
    scopes: couponsOf,
    keys: { code: '' },
    time: null,
  },
  EVENTS: {
    columns: exportedOfEvents,
    from: () => 'FROM events e',
    scope: 'e.account_id',
    scopes: theAccount,
    keys: { position: 0 },
    time: 'e.created_at',
    pageSize: pageOfLongRows,
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
    scopes: theAccount,
    keys: { id: '' },
    time: 'a.created_at',
    expand: auditRows,
    // A row may contain many calls.
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
    keys: { number: 0 },
    time: 'c.created_at',
  },
};

const oldestFirst = { createdAt: 'ASC', id: 'ASC' } as const;

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
