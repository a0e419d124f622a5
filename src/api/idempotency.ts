import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createDeflate, createInflate, deflateSync } from 'node:zlib';
import { LessThan } from 'typeorm';
import { column, type Stored, table } from '../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../kernel/database/database.ts';
import { isHeldElsewhere } from '../kernel/database/failures.ts';
import { deleteRows, pruneRows, updateRows } from '../kernel/database/rows.ts';
import { removeRows } from '../kernel/jobs/removal.ts';
import { invalidInput, Problem } from '../kernel/problem.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { type Instant, realNow, toInstant } from '../kernel/values/instant.ts';
import { readLines, writeLines } from '../kernel/values/json-lines.ts';
import { isLarge } from '../kernel/values/json-text.ts';

/** A mutation with an `Idempotency-Key`, and its result. */
type IdempotentCall = Stored<typeof idempotentCalls>;

export const idempotentCalls = table({
  name: 'IdempotentCall',
  tableName: 'idempotent_calls',
  columns: {
    accountId: column.key(column.text(20)),
    keyId: column.key(column.text(20)),
    operation: column.key(column.text(60)),
    idempotencyKey: column.key(column.text(255)),
    /** A keyed hash of the input, which may contain a password. */
    fingerprint: column.text(64),
    /** The packed result. Null only within the transaction of the call. */
    result: column.longTextOrNull,
    createdAt: column.instant,
  },
  indices: [{ name: 'idempotent_calls_created', columns: ['createdAt'] }],
});

const validHours = 24;

export const replayedHeader = 'Idempotent-Replayed';

export interface CallName {
  accountId: string;
  keyId: string;
  operation: string;
  idempotencyKey: string;
}

export function idempotencyKeyOf(header: string | string[]): string {
  if (typeof header === 'string' && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) return header;
  throw invalidInput('Idempotency-Key', 'must be 1 to 255 printable ASCII characters');
}

/** `fits` also accepts a fingerprint that was made with the previous secret. */
interface Fingerprint {
  made: string;
  fits(kept: string): boolean;
}

export function fingerprintOf(secrets: Secrets, input: unknown): Fingerprint {
  const text = `input ${JSON.stringify(input)}`;
  return { made: secrets.sign(text), fits: (kept) => secrets.isSignature(text, kept) };
}

/** Runs a call, or replays its result for 24 hours. The row commits with the change, so a failed call leaves none. */
export async function runOrReplay<Result>(
  transaction: Transaction,
  name: CallName,
  fingerprint: Fingerprint,
  packing: Packing,
  work: () => Promise<Result>,
): Promise<{ result: Result; replayed: boolean }> {
  const kept = (await heldCall(transaction, name)) ?? (await beginCall(transaction, name, fingerprint.made));
  if (kept) return { result: await replay<Result>(kept, fingerprint, packing), replayed: true };
  const result = await work();
  await replaceResult(transaction, name, await packing.pack(result));
  return { result, replayed: false };
}

export async function replaceResult(transaction: Transaction, name: CallName, result: string): Promise<void> {
  await updateRows(transaction, idempotentCalls, { ...name }, { result });
}

export async function removeCall(transaction: Transaction, name: CallName): Promise<void> {
  await deleteRows(transaction, idempotentCalls, { ...name });
}

type KeptCall = Pick<IdempotentCall, 'fingerprint' | 'result' | 'createdAt'>;

/**
 * Locks the call. Throws `IDEMPOTENCY_KEY_RUNNING` while the earlier call runs. After a deadlock, the transaction runs
 * again.
 */
async function heldCall(transaction: Transaction, name: CallName): Promise<KeptCall | null> {
  const kept = await findCall(transaction, name, transaction.dialect.forUpdateNoWait).catch((error: unknown) => {
    throw isHeldElsewhere(error) ? new Problem('IDEMPOTENCY_KEY_RUNNING') : error;
  });
  if (kept === null || kept.createdAt > oldest()) return kept;
  await removeCall(transaction, name);
  return null;
}

async function beginCall(transaction: Transaction, name: CallName, fingerprint: string): Promise<KeptCall | null> {
  const begun = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO idempotent_calls (account_id, key_id, operation, idempotency_key, fingerprint, created_at)
       VALUES (:accountId, :keyId, :operation, :idempotencyKey, :fingerprint, :createdAt)`,
    { ...name, fingerprint, createdAt: realNow() },
  );
  return begun > 0 ? null : findCall(transaction, name, transaction.dialect.forUpdate);
}

async function findCall(connection: Connection, name: CallName, lock: string): Promise<KeptCall | null> {
  const [kept] = await connection.rows<KeptCall>(
    `SELECT fingerprint, result, created_at AS createdAt FROM idempotent_calls WHERE account_id = :accountId
       AND key_id = :keyId AND operation = :operation AND idempotency_key = :idempotencyKey ${lock}`,
    { ...name },
  );
  return kept ?? null;
}

async function replay<Result>(kept: KeptCall, fingerprint: Fingerprint, packing: Packing): Promise<Result> {
  if (!fingerprint.fits(kept.fingerprint)) throw new Problem('IDEMPOTENCY_KEY_REUSED');
  return (await packing.unpack(kept.result ?? '')) as Result;
}

function oldest(): Instant {
  return toInstant(new Date(Date.now() - validHours * 3_600_000));
}

export function pruneCalls(database: Database): Promise<number> {
  return pruneRows(database, idempotentCalls, { createdAt: LessThan(oldest()) });
}

export interface Packing {
  pack(result: unknown): string | Promise<string>;
  unpack(text: string): unknown;
}

/** Compresses the JSON, because a bulk creation returns megabytes. Other requests continue in the meantime. */
export const plainPacking: Packing = {
  pack: async (result) => {
    const packed = isLarge(result)
      ? await pipeline(writeLines(result), createDeflate({ level: constants.Z_BEST_SPEED }), buffer)
      : deflateSync(JSON.stringify(result));
    return packed.toString('base64');
  },
  unpack: (text) => pipeline([Buffer.from(text, 'base64')], createInflate().setEncoding('utf8'), readLines),
};

export const secretPacking = (secrets: Secrets): Packing => ({
  pack: (result) => secrets.seal(JSON.stringify(result)),
  unpack: (text) => JSON.parse(secrets.open(text)),
});

export const removeCalls = removeRows('idempotent_calls', 'account_id', 500);
