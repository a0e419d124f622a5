import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { And, LessThanOrEqual, MoreThan } from 'typeorm';
import { column, columnsOf, type Stored, selectList, table } from '../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../kernel/database/database.ts';
import { rowPages } from '../kernel/database/row-pages.ts';
import { deleteRows, findRows, hasRow, insertRow, updateRows } from '../kernel/database/rows.ts';
import { processRuntime } from '../kernel/security/runtime.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { type Loop, startLoop } from '../kernel/signals/signals.ts';
import { daysAgo, realNow } from '../kernel/values/instant.ts';
import { type AuditEntry, auditEntries } from './audit-entry.ts';
import { entryDigest, isGenuine } from './audited-call.ts';

/**
 * A group of entries that were committed at about the same time. Each hash covers the previous block, so the last hash
 * covers all entries.
 */
export type AuditBlock = Stored<typeof auditBlocks>;

export const auditBlocks = table({
  name: 'AuditBlock',
  tableName: 'audit_blocks',
  columns: {
    /** The blocks are numbered 1, 2, 3, … without gaps. */
    number: column.key(column.bigNumber),
    /**
     * One line per entry: its id, its digest, and whether its proof was genuine or the entry has been removed since.
     */
    content: column.longText,
    entries: column.integer,
    hash: column.text(43),
    createdAt: column.instant,
  },
});

/** The two ends of the chain. The table has only one row. */
export type AuditChain = Stored<typeof auditChains>;

export const auditChains = table({
  name: 'AuditChain',
  tableName: 'audit_chains',
  columns: {
    name: column.key(column.text(10)),
    last: column.bigNumber,
    lastHash: column.text(43),
    /** The last block that was removed after the retention period, and its hash. */
    pruned: column.bigNumber,
    prunedHash: column.text(43),
    /** A keyed hash of the other columns. Empty before the first block. */
    seal: column.text(43),
  },
});

export const maxEntries = 500;
const maxPruned = 10;

/** Puts committed entries into blocks. Only one process at a time can do this. */
export function startAuditChain(database: Database, secrets: Secrets, log: Logger): Loop {
  return startLoop('audit-chain', async () => (await chainNextBlock(database, secrets)) === maxEntries, {
    // Nothing sends this signal: because of the pause, a block holds the entries of a quarter of a second.
    wakeups: database.signals.listen('audits'),
    log,
  });
}

export async function chainNextBlock(database: Database, secrets: Secrets): Promise<number> {
  if (!(await hasRow(database, auditEntries, { block: null }))) return 0;
  return database.transaction(async (transaction) => {
    const chain = await lockChain(transaction, secrets);
    if (!chain) return 0;
    const entries = await findRows(
      transaction,
      auditEntries,
      { block: null },
      { order: { id: 'ASC' }, take: maxEntries },
    );
    if (entries.length === 0) return 0;
    const lines = entries.map((entry) => lineOf(entry, isGenuine(secrets, entry) ? 'genuine' : 'foreign'));
    const number = await addBlock(transaction, secrets, { chain, lines, entries: entries.length });
    await updateRows(transaction, auditEntries, { id: entries.map(({ id }) => id) }, { block: number });
    return entries.length;
  });
}

async function addBlock(
  transaction: Transaction,
  secrets: Secrets,
  { chain, lines, entries }: { chain: AuditChain; lines: readonly string[]; entries: number },
): Promise<number> {
  const number = chain.last + 1;
  const content = lines.join('\n');
  const hash = blockHash(chain.lastHash, number, content);
  await insertRow(transaction, auditBlocks, { number, content, entries, hash, createdAt: realNow() });
  await writeChain(transaction, secrets, { ...chain, last: number, lastHash: hash });
  return number;
}

/**
 * Removes entries, and adds a block that lists them. Without it, a verification would report them as missing. Returns
 * true if there were none left to remove.
 */
function removeAuditEntries(database: Database, secrets: Secrets, accountId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const chain = await lockChain(transaction, secrets);
    if (!chain) return false;
    const entries = await findRows(
      transaction,
      auditEntries,
      { accountId },
      { order: { id: 'ASC' }, take: maxEntries },
    );
    if (entries.length === 0) return true;
    const lines = entries.filter(({ block }) => block !== null).map((entry) => lineOf(entry, removed));
    if (lines.length > 0) await addBlock(transaction, secrets, { chain, lines, entries: 0 });
    await deleteRows(transaction, auditEntries, { id: entries.map(({ id }) => id) });
    return false;
  });
}

export function pruneAudit(database: Database, secrets: Secrets, keptDays: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const chain = await lockChain(transaction, secrets);
    if (!chain) return 0;
    const oldest = await readBlocks(transaction, chain.pruned, maxPruned);
    const kept = oldest.findIndex(({ createdAt }) => createdAt >= daysAgo(keptDays));
    const past = oldest.slice(0, kept === -1 ? oldest.length : kept);
    const last = past.at(-1);
    if (!last) return 0;
    const numbers = And(MoreThan(chain.pruned), LessThanOrEqual(last.number));
    await deleteRows(transaction, auditEntries, { block: numbers });
    await deleteRows(transaction, auditBlocks, { number: numbers });
    await writeChain(transaction, secrets, { ...chain, pruned: last.number, prunedHash: last.hash });
    return past.reduce((sum, { entries }) => sum + entries, 0);
  });
}

/** Seals the chain with the current secret. `trusted` skips the check of the current seal. */
export function sealChain(database: Database, secrets: Secrets, { trusted = false } = {}): Promise<void> {
  return database.transaction(async (transaction) => {
    const chain = trusted
      ? await readChain(transaction, transaction.dialect.forUpdate)
      : await lockChain(transaction, secrets, transaction.dialect.forUpdate);
    if (chain && chain.seal !== '') await writeChain(transaction, secrets, chain);
  });
}

/**
 * Locks and returns the chain. With the default lock, returns null if another process has locked it. Throws if its seal
 * is not one of ours.
 */
async function lockChain(transaction: Transaction, secrets: Secrets, lock = transaction.dialect.forUpdateSkipLocked) {
  const chain = await readChain(transaction, lock);
  if (chain && !isSealed(secrets, chain))
    throw new Error('The seal of the audit log is wrong: run `npm run cli -- audit verify`');
  return chain;
}

export async function readChain(connection: Connection, lock = ''): Promise<AuditChain | null> {
  const [chain] = await connection.rows<AuditChain>(
    `SELECT ${selectList(columnsOf(auditChains, 'c'))} FROM audit_chains c WHERE c.name = 'audit' ${lock}`,
  );
  return chain ?? null;
}

/** Returns the first blocks after a number. A missing number is a block that was removed. */
export function readBlocks(connection: Connection, after: number, max: number): Promise<AuditBlock[]> {
  return findRows(connection, auditBlocks, { number: MoreThan(after) }, { order: { number: 'ASC' }, take: max });
}

async function writeChain(transaction: Transaction, secrets: Secrets, chain: AuditChain): Promise<void> {
  const { name, ...ends } = chain;
  await updateRows(transaction, auditChains, { name }, { ...ends, seal: secrets.sign(sealedText(chain)) });
}

export function isSealed(secrets: Secrets, chain: AuditChain): boolean {
  const isNew = chain.seal === '' && chain.last === 0 && chain.pruned === 0;
  return isNew || secrets.isSignature(sealedText(chain), chain.seal);
}

function sealedText({ last, lastHash, pruned, prunedHash }: AuditChain): string {
  return `audit chain ${JSON.stringify([Number(last), lastHash, Number(pruned), prunedHash])}`;
}

export function blockHash(previous: string, number: number, content: string): string {
  return createHash('sha256').update(`${previous}\n${number}\n${content}`).digest('base64url');
}

const removed = 'removed';

function lineOf(entry: AuditEntry, word: 'genuine' | 'foreign' | typeof removed): string {
  return `${entry.id} ${entryDigest(entry)} ${word}`;
}

export interface AuditLine {
  digest: string;
  word: string;
}

export function linesOf({ content }: Pick<AuditBlock, 'content'>): Map<string, AuditLine> {
  return new Map(
    content.split('\n').map((line) => {
      const [id = '', digest = '', word = ''] = line.split(' ');
      return [id, { digest, word }];
    }),
  );
}

export async function readRemovedEntries(connection: Connection): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const paging = { by: 'number', take: maxPruned, select: ['number', 'content'] } as const;
  for await (const blocks of rowPages(connection, auditBlocks, { entries: 0 }, paging))
    for (const block of blocks)
      for (const [id, { digest, word }] of linesOf(block)) if (word === removed) digests.set(id, digest);
  return digests;
}

export function removeAudit(database: Database, accountId: string): Promise<boolean> {
  return removeAuditEntries(database, processRuntime().secrets, accountId);
}
