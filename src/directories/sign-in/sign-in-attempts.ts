import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { EntitySchema } from 'typeorm';
import { instant, text } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { type Instant, now, toInstant } from '../../kernel/values/instant.ts';

/** How often somebody tried to sign in, without success, within a span of time. */
class SignInAttempts {
  /** A hash of what is counted: a member of a directory, or an address that calls. */
  subject!: string;
  failures!: number;
  endsAt!: Instant;
}

export const signInAttempts = new EntitySchema<SignInAttempts>({
  name: 'SignInAttempts',
  tableName: 'sign_in_attempts',
  target: SignInAttempts,
  columns: {
    subject: { ...text(64), primary: true },
    failures: { type: 'integer' },
    endsAt: instant,
  },
  indices: [{ name: 'sign_in_attempts_end', columns: ['endsAt'] }],
});

export const windowMinutes = 15;
const mostOfMember = 10;
const mostOfAddress = 100;

/** Who tries: the member whose address was given, whether there is one or not, and where the call comes from. */
export interface AttemptSource {
  directoryId: string;
  emailKey: string;
  address: string;
}

/**
 * Counts an attempt before anything is looked up, so that simultaneous ones can't be more than allowed. False when there
 * were too many within 15 minutes, of the member or of the address.
 */
export async function countAttempt(database: Database, source: AttemptSource): Promise<boolean> {
  const subjects = subjectsOf(source);
  await ensureRows(database, subjects);
  const allowed = await database.transaction(async (transaction) => {
    for (const { subject, most } of subjects) {
      if (!(await countFor(transaction, subject, most))) return false;
    }
    return true;
  });
  if (!allowed) await forgetOldAttempts(database);
  return allowed;
}

/** After a success nothing counts against the member any more, and this attempt not against the address. */
export async function clearAttempts(transaction: Transaction, source: AttemptSource): Promise<void> {
  for (const { subject, kind } of subjectsOf(source)) {
    const left = kind === 'member' ? '0' : 'failures - 1';
    await transaction.change(`UPDATE sign_in_attempts SET failures = ${left} WHERE subject = ? AND failures > 0`, [
      subject,
    ]);
  }
}

/**
 * In one order for all, so that nobody waits in a circle. The address comes first: one that is refused does not use up the
 * attempts of members, and so keeps nobody out.
 */
function subjectsOf({ directoryId, emailKey, address }: AttemptSource) {
  const hashed = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [
    { kind: 'address', subject: hashed('address', directoryId, networkOf(address)), most: mostOfAddress },
    { kind: 'member', subject: hashed('member', directoryId, emailKey), most: mostOfMember },
  ];
}

/** Whoever has an IPv6 address has all that begin with the same 64 bits. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known.toString();
}

/**
 * In transactions of their own: an INSERT that finds its row there keeps it from being changed by others, and many who
 * wanted to change it next would wait for each other.
 */
async function ensureRows(database: Database, subjects: readonly { subject: string }[]): Promise<void> {
  for (const { subject } of subjects) {
    const known = await database.rows('SELECT 1 FROM sign_in_attempts WHERE subject = ?', [subject]);
    if (known.length > 0) continue;
    await database.transaction((transaction) =>
      transaction.change(
        `${transaction.dialect.insertIfAbsent} INTO sign_in_attempts (subject, failures, ends_at) VALUES (?, 0, ?)`,
        [subject, endOfSpan()],
      ),
    );
  }
}

async function countFor(transaction: Transaction, subject: string, most: number): Promise<boolean> {
  const at = now();
  const counted = await transaction.change(
    'UPDATE sign_in_attempts SET failures = failures + 1 WHERE subject = ? AND ends_at > ? AND failures < ?',
    [subject, at, most],
  );
  if (counted > 0) return true;
  const begun = await transaction.change(
    'UPDATE sign_in_attempts SET failures = 1, ends_at = ? WHERE subject = ? AND ends_at <= ?',
    [endOfSpan(), subject, at],
  );
  return begun > 0;
}

function endOfSpan(): Instant {
  return toInstant(new Date(Date.now() + windowMinutes * 60_000));
}

/** Whoever tries many addresses leaves many rows: they go when their span has ended. */
async function forgetOldAttempts(database: Database): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM sign_in_attempts WHERE ends_at <= ?', [now()]),
  );
}
