import type { z } from 'zod';
import type { Transaction } from '../kernel/database/database.ts';
import { insertRows } from '../kernel/database/rows.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { realNow } from '../kernel/values/instant.ts';
import { auditEntries, auditRow, sharedAuditRow } from './audit-entry.ts';
import { givenInput } from './given-input.ts';

/** A call that the audit log will contain, once it has changed something or was refused. */
export interface AuditedCall {
  secrets: Secrets;
  accountId: string;
  keyId: string;
  address: string;
  operation: string;
  requestId: string;
  schema: z.ZodType;
  input: unknown;
}

/** A call and its outcome: the result, or the problem that refused it. */
interface AuditedOutcome {
  call: AuditedCall;
  outcome?: string;
  result?: unknown;
}

/** Inserts entries in the transaction of the change. */
export async function audit(transaction: Transaction, outcomes: readonly AuditedOutcome[]): Promise<void> {
  const createdAt = realNow();
  const rows = outcomes.map((audited) => {
    const { call, outcome = 'OK' } = audited;
    const { secrets, accountId, keyId, operation } = call;
    return auditRow(secrets, { accountId, createdAt, keyId, operation, outcome, ...ownPart(audited) });
  });
  if (rows.length > 0) await insertRows(transaction, auditEntries, rows);
}

/**
 * Inserts one row for successful calls of the same operation by the same caller, in the transaction of the change. Their
 * inputs must name nobody: an erasure passes over them.
 */
export async function auditTogether(
  transaction: Transaction,
  outcomes: readonly Pick<AuditedOutcome, 'call' | 'result'>[],
): Promise<void> {
  const [first, ...others] = outcomes;
  if (!first || others.length === 0) return audit(transaction, outcomes);
  const { secrets, accountId, keyId, operation } = first.call;
  const entry = { accountId, keyId, operation, createdAt: realNow(), outcome: 'OK' };
  await insertRows(transaction, auditEntries, [sharedAuditRow(secrets, entry, outcomes.map(ownPart))]);
}

/** Returns what an entry says of its call alone. */
function ownPart({ call: { schema, input, address, requestId }, result }: AuditedOutcome) {
  return {
    address: address.slice(0, 45),
    requestId,
    answered: idsIn(result).join(' '),
    given: givenInput(schema, input),
  };
}

const mostIds = 20;
const idForm = /^[a-z]{3}_[0-9a-z]{12,20}$/;
const sessionForm = /^[0-9a-z]{21}$/;

/** Returns the ids of the objects in a result, on its first two levels. */
function idsIn(result: unknown): string[] {
  const first = itemsOf(result);
  const second = first.flatMap((item) => Object.values(item).flatMap(itemsOf));
  return [...new Set([...first, ...second].flatMap(idOf))].slice(0, mostIds);
}

function itemsOf(value: unknown): object[] {
  const items = Array.isArray(value) ? value.slice(0, mostIds) : [value];
  return items.filter((item) => typeof item === 'object' && item !== null);
}

function idOf(item: { id?: unknown; session?: unknown }): string[] {
  const { id, session } = item;
  if (typeof id === 'string' && idForm.test(id)) return [id];
  return typeof session === 'string' && sessionForm.test(session) ? [session] : [];
}
