import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Transaction } from '../kernel/database/database.ts';
import { insertRows } from '../kernel/database/rows.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { type Instant, realNow, toDate } from '../kernel/values/instant.ts';
import { randomId } from '../kernel/values/random-ids.ts';
import { definitionOf } from '../kernel/values/schema-definition.ts';
import { idShapes } from '../vocabulary/ids.ts';
import { type AuditEntry, auditEntries } from './audit-entry.ts';

/** A call that is logged after it has changed something or has been refused. */
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
  await insertRows(transaction, auditEntries, [batchedAuditRow(secrets, entry, outcomes.map(ownPart))]);
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
  const second = first.flatMap((item) => Object.values(item).filter(isObject).flatMap(itemsOf));
  return [...new Set([...first, ...second].flatMap(idOf))].slice(0, maxIds);
}

function itemsOf(value: unknown): object[] {
  const items = Array.isArray(value) ? value.slice(0, maxIds) : [value];
  return items.filter(isObject);
}

function idOf(item: { id?: unknown; session?: unknown }): string[] {
  const { id, session } = item;
  if (typeof id === 'string' && idForm.test(id)) return [id];
  return typeof session === 'string' && sessionForm.test(session) ? [session] : [];
}

const maxCharacters = 200;
const maxItems = 10;
/** The maximum total size of the values, in bytes. Any others are omitted. */
const maxBytes = 4000;

const hidden = '(hidden)';
const omitted = '…';

interface Room {
  left: number;
}

type Show = (value: unknown, room: Room) => unknown;

/** Returns short JSON, without values marked `.meta({ secret: true })` or missing from the schema. */
export function givenInput(schema: z.ZodType, input: unknown): string {
  return JSON.stringify(showOf(schema)(input, { left: maxBytes }));
}

const shows = new WeakMap<z.ZodType, Show>();

/** Returns the function that shows inputs of a schema. It is created once per schema. */
function showOf(schema: z.ZodType): Show {
  const known = shows.get(schema);
  if (known) return known;
  const show = makeShow(schema);
  shows.set(schema, show);
  return show;
}

function makeShow(schema: z.ZodType): Show {
  if (schema.meta()?.secret) return (value) => (value === null ? null : hidden);
  const { type, innerType, in: before, element, shape } = definitionOf(schema);
  const within = innerType ?? before;
  if (within) return showOf(within);
  if (type === 'object' && shape) {
    const members = new Map(Object.entries(shape).map(([name, member]) => [name, showOf(member)]));
    return (value, room) => (isObject(value) ? shownFields(members, value, room) : shownLeaf(value, room));
  }
  if (type !== 'array' || !element) return shownLeaf;
  const show = showOf(element);
  return (value, room) => (Array.isArray(value) ? shownItems(show, value, room) : shownLeaf(value, room));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shownFields(members: ReadonlyMap<string, Show>, value: object, room: Room): object {
  const fields: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const show = members.get(name);
    if (inner === undefined || !show) continue;
    room.left -= name.length;
    fields.push([name, room.left > 0 ? show(inner, room) : omitted]);
  }
  return Object.fromEntries(fields);
}

function shownItems(show: Show, items: readonly unknown[], room: Room): unknown[] {
  const first = items.slice(0, maxItems).map((item) => (room.left > 0 ? show(item, room) : omitted));
  return items.length > maxItems ? [...first, `… ${items.length - maxItems} more`] : first;
}

function shownLeaf(value: unknown, room: Room): unknown {
  if (value === null) return null;
  if (typeof value === 'object') return hidden;
  const text = typeof value === 'string' && value.length > maxCharacters;
  const leaf = text ? `${value.slice(0, maxCharacters)}…`.toWellFormed() : value;
  const bytes = Buffer.byteLength(JSON.stringify(leaf));
  room.left -= bytes;
  return room.left >= 0 ? leaf : omitted;
}

type NewEntry = Pick<
  AuditEntry,
  'accountId' | 'createdAt' | 'keyId' | 'address' | 'operation' | 'outcome' | 'answered' | 'requestId'
> & { given: string };

export function auditRow(secrets: Secrets, entry: NewEntry): Omit<AuditEntry, 'block'> {
  return sealedRow(secrets, { ...entry, id: randomId(idShapes.auditEntry, timeOf(entry.createdAt)) });
}

function sealedRow(secrets: Secrets, entry: NewEntry & { id: string }): Omit<AuditEntry, 'block'> {
  const salt = randomBytes(16).toString('base64url');
  const row = { ...entry, salt, givenDigest: digestOf(salt, entry.given) };
  return { ...row, proof: secrets.sign(provenText(row)) };
}

/** The latest time that fits into an id, in the year 2059. */
const latest = 36 ** 8 - 1;

/** Returns a text that sorts before all ids of this millisecond, and after all earlier ids. */
export function firstIdAt(at: Instant): string {
  return `${prefix}${timeOf(at)}`;
}

function timeOf(at: Instant): string {
  const time = Math.min(Math.max(0, toDate(at).getTime()), latest);
  return time.toString(36).padStart(8, '0');
}

/** The part that differs between the calls of a shared row. */
type BatchedCall = Pick<AuditEntry, 'address' | 'requestId' | 'answered'> & { given: string };

const [prefix, idLength] = idShapes.auditEntry;
const rowShape = [prefix, idLength - 2] as const;

/** Two characters of the id count the calls of a row. */
const maxCalls = 36 ** 2;

function batchedAuditRow(secrets: Secrets, entry: Omit<NewEntry, keyof BatchedCall>, calls: readonly BatchedCall[]) {
  if (calls.length > maxCalls) throw new Error(`${calls.length} calls do not fit into a row`);
  const id = idOfCall(randomId(rowShape, timeOf(entry.createdAt)), 0);
  const given = calls.map(
    (call) => `[${batchedColumns.map((name) => JSON.stringify(call[name])).join()},${call.given}]`,
  );
  return sealedRow(secrets, { ...entry, id, address: '', requestId: '', answered: '', given: `[${given.join()}]` });
}

const batchedColumns = ['address', 'requestId', 'answered'] as const;

/** The input of a single call is an object. The input of several calls is a list. */
export function isBatched({ given }: Pick<AuditEntry, 'given'>): boolean {
  return given?.startsWith('[') === true;
}

/** Returns the entries of a row, with ascending ids. */
export function entriesOf<Row extends Pick<AuditEntry, 'id' | 'given'>>(row: Row): (Row | (Row & BatchedCall))[] {
  if (!isBatched(row)) return [row];
  const calls = JSON.parse(row.given ?? '') as [string, string, string, unknown][];
  return calls.map(([address, requestId, answered, input], index) => ({
    ...row,
    ...{ id: idOfCall(idsOfRow(row.id).beginning, index), address, requestId, answered, given: JSON.stringify(input) },
  }));
}

function idOfCall(beginning: string, index: number): string {
  return beginning + index.toString(36).padStart(2, '0');
}

export function idsOfRow(id: string): { beginning: string; first: string; last: string } {
  const beginning = id.slice(0, -2);
  return { beginning, first: `${beginning}00`, last: `${beginning}zz` };
}

export function isGenuine(secrets: Secrets, entry: AuditEntry): boolean {
  return secrets.isSignature(provenText(entry), entry.proof);
}

export function isGivenIntact({ salt, given, givenDigest }: AuditEntry): boolean {
  return given === null || digestOf(salt ?? '', given) === givenDigest;
}

export function entryDigest(entry: AuditEntry): string {
  return digestOf(entry.proof, provenText(entry));
}

function provenText(entry: Omit<AuditEntry, 'given' | 'salt' | 'proof' | 'block'>): string {
  const { id, accountId, createdAt, keyId, address, operation, outcome, answered, requestId, givenDigest } = entry;
  return `audit ${JSON.stringify([id, accountId, createdAt, keyId, address, operation, outcome, answered, requestId, givenDigest])}`;
}

function digestOf(...texts: string[]): string {
  const hash = createHash('sha256');
  for (const part of texts) hash.update(part);
  return hash.digest('base64url');
}
