import { createHash } from 'node:crypto';
import { LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { transactFor } from '../../accounts/account/account-root.ts';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, plus, updateRows } from '../../kernel/database/rows.ts';
import { networkOf } from '../../kernel/values/client-network.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';

/** The number of failed sign-in attempts within a time window. */
export const signInAttempts = table({
  name: 'SignInAttempts',
  tableName: 'sign_in_attempts',
  columns: {
    /** A hash of what is counted: a device, a network, a member, or a member together with a network. */
    subject: column.key(column.text(64)),
    failures: column.integer,
    endsAt: column.instant,
  },
  indices: [{ name: 'sign_in_attempts_end', columns: ['endsAt'] }],
});

export const windowMinutes = 15;
/** The maximum number of wrong passwords for a member from one address, and from one known device. */
const maxOfPair = 10;
/**
 * The maximum number of wrong passwords for a member from all unknown devices, against attackers with many addresses.
 */
const maxOfMember = 100;
/** The maximum number of wrong passwords from one address, which many members of a directory may share. */
const maxOfAddress = 100;

/** The email address that was entered, which need not exist, and the IP address of the client. */
export interface AttemptSource {
  /** The directory, or the console, which belongs to no account. */
  place: { id: string; accountId?: string };
  emailKey: string;
  address: string;
  /** The id of a device from which the member has signed in before. Attempts from other devices cannot lock it out. */
  device: string | null;
}

/**
 * Counts an attempt before the member is looked up, so that concurrent attempts cannot exceed the limits. Returns false
 * at a limit.
 */
export async function countAttempt(database: Database, source: AttemptSource): Promise<boolean> {
  const subjects = subjectsOf(source);
  if (!(await ensureRows(database, source.place, subjects))) return false;
  return transact(database, source.place, async (transaction) => {
    for (const { subject, max } of subjects) {
      if (!(await countFor(transaction, subject, max))) return false;
    }
    return true;
  });
}

/**
 * `SHARED`: one of several people with the address. `NEW`: another person with the address, whose password matches none
 * of theirs.
 */
type Success = 'ALONE' | 'SHARED' | 'NEW';

/**
 * Clears the attempts of this source for the member, and takes this attempt off the other counters. `SHARED` only takes
 * it off all counters. `NEW` keeps it, because it was also a guess at the passwords of the others.
 */
export async function clearAttempts(
  transaction: Transaction,
  source: AttemptSource,
  success: Success = 'ALONE',
): Promise<void> {
  for (const { subject, isOfSource } of subjectsOf(source)) {
    const left = success === 'NEW' ? plus(0) : success === 'ALONE' && isOfSource ? 0 : plus(-1);
    await updateRows(transaction, signInAttempts, { subject, failures: MoreThan(0) }, { failures: left });
  }
}

interface Subject {
  subject: string;
  max: number;
  isOfSource: boolean;
}

/**
 * Returns the counters in a fixed order, to avoid deadlocks. The member comes last, so that a source at its limit does
 * not use up the attempts of the member.
 */
function subjectsOf({ place: { id: placeId }, emailKey, address, device }: AttemptSource): Subject[] {
  const hashed = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  if (device) return [{ subject: hashed('device', placeId, emailKey, device), max: maxOfPair, isOfSource: true }];
  const network = networkOf(address);
  return [
    { subject: hashed('address', placeId, network), max: maxOfAddress, isOfSource: false },
    { subject: hashed('pair', placeId, emailKey, network), max: maxOfPair, isOfSource: true },
    { subject: hashed('member', placeId, emailKey), max: maxOfMember, isOfSource: false },
  ];
}

/**
 * Creates missing rows in separate transactions: an INSERT that finds a row takes a shared lock on it, and then
 * concurrent updates would deadlock. If a counter is full, it writes nothing and returns false, so that a refused
 * caller cannot store rows without limit.
 */
async function ensureRows(database: Database, place: AttemptSource['place'], subjects: readonly Subject[]) {
  const known = await database.rows<Pick<Stored<typeof signInAttempts>, 'subject' | 'failures'>>(
    `SELECT subject, CASE WHEN ends_at > :now THEN failures ELSE 0 END AS failures FROM sign_in_attempts
       WHERE subject IN (:subjects)`,
    { now: realNow(), subjects: subjects.map(({ subject }) => subject) },
  );
  const failures = new Map(known.map((row) => [row.subject, row.failures]));
  if (subjects.some(({ subject, max }) => (failures.get(subject) ?? 0) >= max)) return false;
  for (const { subject } of subjects) {
    if (failures.has(subject)) continue;
    await transact(database, place, (transaction) =>
      transaction.change(
        `${transaction.dialect.insertIfAbsent} INTO sign_in_attempts (subject, failures, ends_at) VALUES (?, 0, ?)`,
        [subject, endOfSpan()],
      ),
    );
  }
  return true;
}

function transact<Result>(
  database: Database,
  { accountId }: AttemptSource['place'],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return accountId ? transactFor(database, accountId, work) : database.transaction(work);
}

async function countFor(transaction: Transaction, subject: string, max: number): Promise<boolean> {
  const at = realNow();
  const counted = await updateRows(
    transaction,
    signInAttempts,
    { subject, endsAt: MoreThan(at), failures: LessThan(max) },
    { failures: plus(1) },
  );
  if (counted > 0) return true;
  const begun = await updateRows(
    transaction,
    signInAttempts,
    { subject, endsAt: LessThanOrEqual(at) },
    { failures: 1, endsAt: endOfSpan() },
  );
  return begun > 0;
}

function endOfSpan(): Instant {
  return toInstant(new Date(Date.now() + windowMinutes * 60_000));
}

const chunk = 1000;

/** Removes old rows, and returns their number. A client that tries many email addresses leaves many rows. */
export function pruneAttempts(database: Database): Promise<number> {
  return database.transaction((transaction) =>
    deleteRows(transaction, signInAttempts, { endsAt: LessThanOrEqual(realNow()) }, chunk),
  );
}
