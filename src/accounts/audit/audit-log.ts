import { type AuditEntry, auditColumns, auditEntries } from '../../audit/audit-entry.ts';
import { entriesOf, firstIdAt, idsOfRow, isBatched } from '../../audit/audited-call.ts';
import { eraseInputs } from '../../audit/erased-input.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';
import { type FindNodes, ofAccount } from '../../nodes/node-rows.ts';
import { hasPersonalNames } from '../../personal-data/erased-json.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { findReferring } from '../../personal-data/personal-token.ts';
import { mentions } from '../../personal-data/sought-person.ts';

const auditEntryRow = rowOf(auditEntries, { missing: 'INVALID_INPUT' });

export const findEntries: FindNodes<AuditEntry> = async (reader, ids) => {
  const wanted = new Set(ids);
  const rowIds = new Set(ids.flatMap((id) => [id, idsOfRow(id).first]));
  const rows = await ofAccount(auditEntryRow)(reader, [...rowIds]);
  return rows.flatMap(entriesOf).filter(({ id }) => wanted.has(id));
};

interface AuditFilter {
  key?: string | null | undefined;
  operation?: string | null | undefined;
  refused?: boolean | null | undefined;
  since?: Instant | null | undefined;
  until?: Instant | null | undefined;
}

const examinedAtOnce = 20_000;
/** Rows per read. The number is small, because each row may hold many entries. */
const entriesAtOnce = 200;

export async function searchAuditLog(
  connection: Connection,
  accountId: string,
  filter: AuditFilter,
  page: Page,
): Promise<Searched<AuditEntry>> {
  const [comparison, direction] = page.backward ? (['>', 'ASC'] as const) : (['<', 'DESC'] as const);
  const { key = null, operation = null, refused = null, since, until } = filter;
  const start = page.from && String(page.from[1]);
  const values = {
    // The row of the cursor's entry may hold entries on both sides of it.
    from: start && page.backward ? idsOfRow(start).beginning : start,
    ...{ accountId, key, operation, since: since ? firstIdAt(since) : null },
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
        `SELECT a.id AS id, a.created_at AS createdAt ${from}
           ORDER BY a.id ${direction} LIMIT 1 OFFSET ${examinedAtOnce - 1}`,
        values,
      )
    : [];
  const wanted = [
    stop && `a.id ${page.backward ? '<=' : '>='} :stop`,
    key !== null && 'a.key_id = :key',
    operation !== null && 'a.operation = :operation',
    refused !== null && `a.outcome ${refused ? '<>' : '='} 'OK'`,
  ];
  const found: AuditEntry[] = [];
  for (let last: string | null = null, rows: AuditEntry[]; ; last = rows.at(-1)?.id ?? null) {
    rows = await connection.rows<AuditEntry>(
      `SELECT ${auditColumns} ${from} ${[...wanted, last !== null && `a.id ${comparison} :last`]
        .filter(Boolean)
        .map((condition) => `AND ${condition}`)
        .join(' ')} ORDER BY a.id ${direction} LIMIT ${entriesAtOnce}`,
      { ...values, stop: stop?.id ?? null, last },
    );
    const entries = rows.flatMap((row) => (page.backward ? entriesOf(row) : entriesOf(row).reverse()));
    found.push(...entries.filter(({ id }) => start === null || (page.backward ? id > start : id < start)));
    if (rows.length < entriesAtOnce || found.length > page.size) break;
  }
  const stoppedAt = stop && (page.backward ? idsOfRow(stop.id).last : stop.id);
  return {
    found: found.slice(0, page.size + 1),
    stoppedAt: stop && stoppedAt ? [stop.createdAt, stoppedAt] : null,
  };
}

/** Clears inputs that name the person. The entries are kept, so that the log remains verifiable. */
export const personalAuditEntries = personalNoun<AuditEntry>({
  name: 'auditEntries',
  next: async (connection, person, after) => {
    const examined = await connection.rows<AuditEntry>(
      `SELECT ${auditColumns} FROM audit_entries a WHERE a.account_id = ? AND a.id > ? ORDER BY a.id LIMIT ${rowsAtOnce}`,
      [person.accountId, after ?? ''],
    );
    const referring = await findReferring(
      connection,
      person,
      examined.map(({ answered, given }) => `${answered} ${given ?? ''}`),
    );
    const found = await filterInSteps(
      examined,
      ({ given }, index) =>
        given !== null &&
        !isBatched({ given }) &&
        (mentions(person, given) || (referring[index] === true && hasPersonalNames(given))),
    );
    return foundAmong(examined, ({ id }) => id, found);
  },
  exported: (entries) =>
    entries.map(({ id, createdAt, operation, outcome, answered, given }) => ({
      ...{ id, createdAt, operation, outcome, answered },
      input: JSON.parse(given ?? 'null'),
    })),
  erase: (transaction, { accountId, jobId }, entries) =>
    eraseInputs(
      transaction,
      { accountId, jobId },
      entries.map(({ id }) => id),
    ),
});
