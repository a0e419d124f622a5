import type { z } from 'zod';
import type { Transaction } from '../kernel/database/database.ts';
import { insertRows } from '../kernel/database/rows.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { realNow } from '../kernel/values/instant.ts';
import { definitionOf } from '../kernel/values/schema-definition.ts';
import { auditEntries, auditRow, sharedAuditRow } from './audit-entry.ts';

/** A call that is logged once it has changed something or was refused. */
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

interface AuditedOutcome {
  call: AuditedCall;
  outcome?: string;
  result?: unknown;
}

export async function audit(transaction: Transaction, outcomes: readonly AuditedOutcome[]): Promise<void> {
  const createdAt = realNow();
  const rows = outcomes.map((audited) => {
    const { call, outcome = 'OK' } = audited;
    const { secrets, accountId, keyId, operation } = call;
    return auditRow(secrets, { accountId, createdAt, keyId, operation, outcome, ...ownPart(audited) });
  });
  if (rows.length > 0) await insertRows(transaction, auditEntries, rows);
}

/** Inserts one row for several calls. Their inputs must not identify a person: an erasure skips shared rows. */
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

function ownPart({ call: { schema, input, address, requestId }, result }: AuditedOutcome) {
  return {
    address: address.slice(0, 45),
    requestId,
    answered: idsIn(result).join(' '),
    given: givenInput(schema, input),
  };
}

const maxIds = 20;
const idForm = /^[a-z]{3}_[0-9a-z]{12,20}$/;
const sessionForm = /^[0-9a-z]{21}$/;

function idsIn(result: unknown): string[] {
  const first = itemsOf(result);
  const second = first.flatMap((item) => Object.values(item).flatMap(itemsOf));
  return [...new Set([...first, ...second].flatMap(idOf))].slice(0, maxIds);
}

function itemsOf(value: unknown): object[] {
  const items = Array.isArray(value) ? value.slice(0, maxIds) : [value];
  return items.filter((item) => typeof item === 'object' && item !== null);
}

function idOf(item: { id?: unknown; session?: unknown }): string[] {
  const { id, session } = item;
  if (typeof id === 'string' && idForm.test(id)) return [id];
  return typeof session === 'string' && sessionForm.test(session) ? [session] : [];
}

const maxCharacters = 200;
const maxItems = 10;
/** The total size of the values in bytes. The rest is omitted. */
const maxBytes = 4000;

const hidden = '(hidden)';
const omitted = '…';

/** Returns short JSON, without values marked `.meta({ secret: true })` or missing in the schema. */
export function givenInput(schema: z.ZodType, input: unknown): string {
  return JSON.stringify(shown(schema, input, { left: maxBytes }));
}

interface Room {
  left: number;
}

function shown(schema: z.ZodType, value: unknown, room: Room): unknown {
  if (value === null) return null;
  if (schema.meta()?.secret) return hidden;
  const { type, innerType, in: before, element, shape } = definitionOf(schema);
  const within = innerType ?? before;
  if (within) return shown(within, value, room);
  if (type === 'object' && shape && typeof value === 'object') return shownFields(shape, value, room);
  if (type === 'array' && element && Array.isArray(value)) return shownItems(element, value, room);
  return shownLeaf(value, room);
}

function shownFields(shape: Record<string, z.ZodType>, value: object, room: Room): object {
  const given = Object.entries(value).filter(([name, inner]) => inner !== undefined && Object.hasOwn(shape, name));
  return Object.fromEntries(
    given.map(([name, inner]) => {
      room.left -= name.length;
      return [name, room.left > 0 ? shown(shape[name] as z.ZodType, inner, room) : omitted];
    }),
  );
}

function shownItems(element: z.ZodType, items: readonly unknown[], room: Room): unknown[] {
  const first = items.slice(0, maxItems).map((item) => (room.left > 0 ? shown(element, item, room) : omitted));
  return items.length > maxItems ? [...first, `… ${items.length - maxItems} more`] : first;
}

function shownLeaf(value: unknown, room: Room): unknown {
  if (typeof value === 'object') return hidden;
  const text = typeof value === 'string' && value.length > maxCharacters;
  const leaf = text ? `${value.slice(0, maxCharacters)}…`.toWellFormed() : value;
  const bytes = Buffer.byteLength(JSON.stringify(leaf));
  room.left -= bytes;
  return room.left >= 0 ? leaf : omitted;
}
