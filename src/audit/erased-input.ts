import type { Connection, Transaction } from '../kernel/database/database.ts';
import { rowPages } from '../kernel/database/row-pages.ts';
import { insertRows, updateRows } from '../kernel/database/rows.ts';
import { processRuntime } from '../kernel/security/runtime.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { realNow } from '../kernel/values/instant.ts';
import { type AuditEntry, auditEntries } from './audit-entry.ts';
import { auditRow, isGenuine, isGivenIntact } from './audited-call.ts';

/** The name of the entry that lists erased inputs, which must not be an operation of the API. */
const operation = 'eraseAuditInputs';

/** Erases inputs and adds an entry that lists them, without which a verification would report them as missing. */
export async function eraseInputs(
  transaction: Transaction,
  { accountId, jobId }: { accountId: string; jobId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await updateRows(transaction, auditEntries, { id: ids }, { given: null, salt: null });
  const entry = auditRow(processRuntime().secrets, {
    ...{ accountId, createdAt: realNow(), keyId: jobId, address: '', operation, outcome: 'OK', answered: jobId },
    ...{ requestId: '', given: JSON.stringify({ erased: ids }) },
  });
  await insertRows(transaction, auditEntries, [entry]);
}

const entriesAtOnce = 500;

export async function findErasedInputs(connection: Connection, secrets: Secrets): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const examined of rowPages(connection, auditEntries, { operation }, { by: 'id', take: entriesAtOnce }))
    for (const entry of examined) for (const id of listedIn(secrets, entry)) erased.add(id);
  return erased;
}

/** A block proves its entries even after the secret that signed them has been replaced. */
function listedIn(secrets: Secrets, entry: AuditEntry): string[] {
  const isProven = entry.block !== null || isGenuine(secrets, entry);
  if (entry.given === null || !isProven || !isGivenIntact(entry)) return [];
  return (JSON.parse(entry.given) as { erased: string[] }).erased;
}
