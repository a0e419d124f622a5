import { type AuditEntry, auditColumns, auditEntries, firstIdAt } from '../../kernel/audit/audit-entry.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';

export const auditEntryRow = rowOf(auditEntries, { missing: 'INVALID_INPUT' });

/** The conditions of a search, which all must match. */
interface AuditFilter {
  key?: string | null | undefined;
  operation?: string | null | undefined;
  refused?: boolean | null | undefined;
  since?: Instant | null | undefined;
  until?: Instant | null | undefined;
}

/** The number of entries that a page is searched among. */
const examinedAtOnce = 20_000;

/** Returns a page of the entries of an account, newest first. The index serves the account and the time. */
export async function searchAuditLog(
  connection: Connection,
  accountId: string,
  filter: AuditFilter,
  page: Page,
): Promise<Searched<AuditEntry>> {
  const [comparison, direction] = page.backward ? (['>', 'ASC'] as const) : (['<', 'DESC'] as const);
  const { key = null, operation = null, refused = null, since, until } = filter;
  const values = {
    ...{ accountId, key, operation, from: page.from?.[1] ?? null, since: since ? firstIdAt(since) : null },
    until: until ? firstIdAt(toInstant(new Date(toDate(until).getTime() + 1))) : null,
  };
  const conditions = [
    'a.account_id = :accountId',
    page.from && `a.id ${comparison} :from`,
    since && 'a.id >= :since',
    until && 'a.id < :until',
  ];
  const from = `FROM audit_entries a ${connection.dialect.useIndex('audit_entries_account')}
    WHERE ${conditions.filter(Boolean).join(' AND ')}`;
  const isSelective = key !== null || operation !== null || refused !== null;
  const [stop] = isSelective
    ? await connection.rows<Pick<AuditEntry, 'id' | 'createdAt'>>(
        ...bind(
          `SELECT a.id AS id, a.created_at AS createdAt ${from}
           ORDER BY a.id ${direction} LIMIT 1 OFFSET ${examinedAtOnce - 1}`,
          values,
        ),
      )
    : [];
  const wanted = [
    stop && `a.id ${page.backward ? '<=' : '>='} :stop`,
    key !== null && 'a.key_id = :key',
    operation !== null && 'a.operation = :operation',
    refused !== null && `a.outcome ${refused ? '<>' : '='} 'OK'`,
  ];
  const found = await connection.rows<AuditEntry>(
    ...bind(
      `SELECT ${auditColumns} ${from} ${wanted
        .filter(Boolean)
        .map((condition) => `AND ${condition}`)
        .join(' ')} ORDER BY a.id ${direction} LIMIT ${page.size + 1}`,
      { ...values, stop: stop?.id ?? null },
    ),
  );
  return { found, stoppedAt: stop ? [stop.createdAt, stop.id] : null };
}
