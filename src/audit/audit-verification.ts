import type { Connection } from '../kernel/database/database.ts';
import { rowPages } from '../kernel/database/row-pages.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import {
  type AuditBlock,
  type AuditChain,
  type AuditLine,
  blockHash,
  isSealed,
  linesOf,
  maxEntries,
  readBlocks,
  readChain,
  readRemovedEntries,
} from './audit-chain.ts';
import { type AuditEntry, auditEntries } from './audit-entry.ts';
import { entryDigest, isGenuine, isGivenIntact } from './audited-call.ts';
import { findErasedInputs } from './erased-input.ts';

/** `subject` is a block (`block 12`), an entry (`aud_…`) or the whole log. */
export interface AuditFault {
  subject: string;
  what: string;
}

interface AuditCounts {
  blocks: number;
  entries: number;
  waiting: number;
  removed: number;
  /** The entries whose input the service has erased with the data of a person. */
  erased: number;
  /**
   * The last block and its hash. With a copy kept elsewhere, you can later prove that the log still begins with these
   * blocks.
   */
  last: { number: number; hash: string };
}

/** Yields every fault of the log. Reads one block at a time. */
export async function* verifyAudit(
  connection: Connection,
  secrets: Secrets,
  noted: AuditCounts['last'] | null = null,
): AsyncGenerator<AuditFault, AuditCounts> {
  const chain = await readChain(connection);
  if (!chain) throw new Error('the chain of the audit log has no row');
  const last = { number: chain.last, hash: chain.lastHash };
  const counts: AuditCounts = { blocks: 0, entries: 0, waiting: 0, removed: 0, erased: 0, last };
  const removals = new Removals(connection);
  if (!isSealed(secrets, chain)) yield { subject: 'seal', what: 'was not made with the secrets of this installation' };
  let before = { number: chain.pruned, hash: chain.prunedHash };
  while (before.number < chain.last) {
    const [block] = await readBlocks(connection, before.number, 1);
    const { faults, removed } = block
      ? await faultsOf(connection, removals, before, block)
      : { faults: [], removed: 0 };
    const { pruned, prunedHash } = (await readChain(connection)) ?? chain;
    // Blocks that have expired in the meantime are not missing.
    if (pruned > before.number) {
      before = { number: pruned, hash: prunedHash };
      continue;
    }
    const next = block?.number ?? chain.last + 1;
    for (let number = before.number + 1; number < Math.min(next, chain.last + 1); number += 1)
      yield { subject: `block ${number}`, what: 'is missing' };
    if (!block || block.number > chain.last) break;
    yield* faults;
    if (noted?.number === block.number && noted.hash !== block.hash)
      yield { subject: `block ${block.number}`, what: 'does not have the hash that was noted' };
    counts.blocks += 1;
    counts.entries += block.entries;
    counts.removed += removed;
    before = block;
  }
  if (before.number === chain.last && before.hash !== chain.lastHash)
    yield { subject: `block ${chain.last}`, what: 'is not the one that the seal covers' };
  if (noted && noted.number > chain.last) yield { subject: `block ${noted.number}`, what: 'was noted, but is missing' };
  yield* outsideBlocks(connection, chain);
  counts.waiting = yield* faultsOfWaiting(connection, secrets);
  counts.erased = yield* faultsOfErased(connection, secrets);
  return counts;
}

/** The entries that were removed with their accounts. They are read when the first entry turns out to be missing. */
class Removals {
  readonly #connection: Connection;
  #digests: ReadonlyMap<string, string> = new Map();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async unexplained(missing: ReadonlyMap<string, AuditLine>): Promise<string[]> {
    const left = () => [...missing].filter(([id, { digest }]) => this.#digests.get(id) !== digest).map(([id]) => id);
    // More entries may have been removed since they were read.
    if (left().length > 0) this.#digests = await readRemovedEntries(this.#connection);
    return left();
  }
}

async function faultsOf(
  connection: Connection,
  removals: Removals,
  before: { number: number; hash: string },
  block: AuditBlock,
): Promise<{ faults: AuditFault[]; removed: number }> {
  const faults: AuditFault[] = [];
  const isNext = block.number === before.number + 1;
  if (isNext && blockHash(before.hash, block.number, block.content) !== block.hash)
    faults.push({ subject: `block ${block.number}`, what: 'was altered, or the one before it' });
  const lines = linesOf(block);
  for (const [id, { word }] of lines) if (word === 'removed') lines.delete(id);
  // Reads one more entry than a block can have, to detect added entries.
  const paging = { by: 'id', take: maxEntries + 1 } as const;
  for await (const entries of rowPages(connection, auditEntries, { block: block.number }, paging))
    for (const entry of entries) {
      const what = faultOf(entry, lines.get(entry.id));
      if (what) faults.push({ subject: entry.id, what });
      lines.delete(entry.id);
    }
  const missing = lines.size > 0 ? await removals.unexplained(lines) : [];
  for (const id of missing) faults.push({ subject: id, what: `is missing from block ${block.number}` });
  return { faults, removed: lines.size - missing.length };
}

function faultOf(entry: AuditEntry, line: AuditLine | undefined): string | null {
  if (!line) return 'was added';
  if (line.digest !== entryDigest(entry) || !isGivenIntact(entry)) return 'was altered';
  return line.word === 'genuine' ? null : 'was not written by the service';
}

async function* outsideBlocks(connection: Connection, { last, pruned }: AuditChain): AsyncGenerator<AuditFault> {
  const outside = await connection.rows<{ id: string; block: number }>(
    `SELECT a.id AS id, a.block AS block FROM audit_entries a WHERE a.block <= ?
     UNION ALL SELECT a.id AS id, a.block AS block FROM audit_entries a WHERE a.block > ? LIMIT 1000`,
    [pruned, last],
  );
  // More blocks may have been added in the meantime.
  const latest = (await readChain(connection))?.last ?? last;
  for (const { id, block } of outside) if (block <= pruned || block > latest) yield { subject: id, what: 'was added' };
}

async function* faultsOfWaiting(connection: Connection, secrets: Secrets): AsyncGenerator<AuditFault, number> {
  let count = 0;
  for await (const entries of rowPages(connection, auditEntries, { block: null }, { by: 'id', take: maxEntries })) {
    for (const entry of entries)
      if (!isGenuine(secrets, entry) || !isGivenIntact(entry))
        yield { subject: entry.id, what: 'was not written by the service' };
    count += entries.length;
  }
  return count;
}

/** Yields entries whose input is missing although the service did not erase it. Returns the number of the others. */
async function* faultsOfErased(connection: Connection, secrets: Secrets): AsyncGenerator<AuditFault, number> {
  let count = 0;
  let erased: ReadonlySet<string> = new Set();
  const paging = { by: 'id', take: maxEntries, select: ['id'] } as const;
  for await (const missing of rowPages(connection, auditEntries, { given: null }, paging)) {
    // Read after the missing entries, so that it includes an erasure that has just been committed.
    if (missing.some(({ id }) => !erased.has(id))) erased = await findErasedInputs(connection, secrets);
    for (const { id } of missing) {
      if (erased.has(id)) count += 1;
      else yield { subject: id, what: 'lacks its input, which the service did not erase' };
    }
  }
  return count;
}
