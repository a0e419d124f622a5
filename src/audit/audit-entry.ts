import { createHash, randomBytes } from 'node:crypto';
import {
  bigNumberOrNull,
  columnsOf,
  instant,
  key,
  longTextOrNull,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../kernel/database/columns.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { type Instant, toDate } from '../kernel/values/instant.ts';
import { randomId } from '../kernel/values/random-ids.ts';
import { newId } from '../vocabulary/ids.ts';

/** Inserted in the transaction of the change, without a lock. Transitions of sessions can share a row. */
export type AuditEntry = Stored<typeof auditEntries>;

export const auditEntries = table({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  columns: {
    /** Begins with the time, so that ids ascend and new rows go to the end of the table. */
    id: key(text(20)),
    accountId: text(20),
    createdAt: instant,
    /** The API key, the person or the till. */
    keyId: text(20),
    address: text(45),
    operation: text(60),
    /** `OK`, or the code of the problem. */
    outcome: text(40),
    /** The ids of the returned objects, separated by spaces. */
    answered: text(600),
    requestId: text(64),
    /**
     * The input without secrets, as JSON. Null once erased. Several calls: a list with addresses, request ids, answers.
     */
    given: longTextOrNull,
    /** Random, so that a digest does not reveal an erased input. Erased with the input. */
    salt: textOrNull(22),
    givenDigest: text(43),
    /** A keyed hash of all properties above except `given` and `salt`. */
    proof: text(43),
    /** The block that contains the entry. Set after the commit. */
    block: bigNumberOrNull,
  },
  indices: [
    { name: 'audit_entries_account', columns: ['accountId', 'id'] },
    { name: 'audit_entries_block', columns: ['block', 'id'] },
  ],
});

/** The columns that a query `FROM audit_entries a` reads for an entry. */
export const auditColumns = selectList(columnsOf(auditEntries, 'a'), ['createdAt']);

type NewEntry = Pick<
  AuditEntry,
  'accountId' | 'createdAt' | 'keyId' | 'address' | 'operation' | 'outcome' | 'answered' | 'requestId'
> & { given: string };

export function auditRow(secrets: Secrets, entry: NewEntry): Omit<AuditEntry, 'block'> {
  return sealedRow(secrets, { ...entry, id: newId('auditEntry', timeOf(entry.createdAt)) });
}

function sealedRow(secrets: Secrets, entry: NewEntry & { id: string }): Omit<AuditEntry, 'block'> {
  const salt = randomBytes(16).toString('base64url');
  const row = { ...entry, salt, givenDigest: digestOf(salt, entry.given) };
  return { ...row, proof: secrets.sign(provenText(row)) };
}

/** The largest time that fits into an id is in the year 2059. */
const latest = 36 ** 8 - 1;

/** Not larger than the ids of this millisecond, and larger than earlier ids. */
export function firstIdAt(at: Instant): string {
  return `aud_${timeOf(at)}`;
}

function timeOf(at: Instant): string {
  const time = Math.min(Math.max(0, toDate(at).getTime()), latest);
  return time.toString(36).padStart(8, '0');
}

/** The part that differs between the calls of a shared row. */
type SharedCall = Pick<AuditEntry, 'address' | 'requestId' | 'answered'> & { given: string };

const rowShape = ['aud_', 14] as const;

/** Two characters of the id count the calls of a row. */
const maxCalls = 36 ** 2;

export function sharedAuditRow(
  secrets: Secrets,
  entry: Omit<NewEntry, keyof SharedCall>,
  calls: readonly SharedCall[],
): Omit<AuditEntry, 'block'> {
  if (calls.length > maxCalls) throw new Error(`${calls.length} calls do not fit into a row`);
  const id = idOfCall(randomId(rowShape, timeOf(entry.createdAt)), 0);
  const given = calls.map((call) => `[${shared.map((name) => JSON.stringify(call[name])).join()},${call.given}]`);
  return sealedRow(secrets, { ...entry, id, address: '', requestId: '', answered: '', given: `[${given.join()}]` });
}

const shared = ['address', 'requestId', 'answered'] as const;

/** The input of a single call is an object, that of several calls a list. */
export function isShared({ given }: Pick<AuditEntry, 'given'>): boolean {
  return given?.startsWith('[') === true;
}

/** The ids of the entries ascend. */
export function entriesOf<Row extends Pick<AuditEntry, 'id' | 'given'>>(row: Row): (Row | (Row & SharedCall))[] {
  if (!isShared(row)) return [row];
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
