import type { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { insertRows } from '../database/rows.ts';
import type { Secrets } from '../security/secrets.ts';
import { realNow } from '../values/instant.ts';
import { auditEntries, auditRow } from './audit-entry.ts';
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
  const rows = outcomes.map(({ call, outcome = 'OK', result }) => {
    const { secrets, schema, input, address, requestId, accountId, keyId, operation } = call;
    return auditRow(secrets, {
      ...{ accountId, createdAt, keyId, operation, outcome, requestId },
      address: address.slice(0, 45),
      answered: idsIn(result).join(' '),
      given: givenInput(schema, input),
    });
  });
  if (rows.length > 0) await insertRows(transaction, auditEntries, rows);
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
