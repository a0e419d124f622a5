import { column, columnsOf, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows, hasRow, insertRow, updateRows } from '../../kernel/database/rows.ts';
import { emailKey, longestAddress, oneLine } from '../../kernel/values/email-address.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';

export const people = table({
  name: 'ConsolePerson',
  tableName: 'console_people',
  columns: {
    id: column.key(column.text(20)),
    /**
     * The address, normalized for comparison. It is not unique: anybody can invite an address, and passwords tell
     * people apart.
     */
    email: column.text(longestAddress),
    name: column.textOrNull(100),
    passwordHash: column.text(200),
    createdAt: column.instant,
    /** When the person used a link that the service's own mail server mailed. Null if the owner of the address is unknown. */
    provenAt: column.instantOrNull,
    lastSignedInAt: column.instantOrNull,
    /** The account with which the next sign-in begins. */
    lastAccountId: column.textOrNull(20),
  },
  indices: [{ name: 'people_address', columns: ['email'] }],
});

export interface Credential {
  id: string;
  passwordHash: string;
}

/** Returns the people with the address. Those who have proven it come first, in the order of their last sign-ins. */
export function findCredentials(
  connection: Connection,
  email: string,
  lock = '',
): Promise<(Credential & { isProven: number })[]> {
  return connection.rows(
    `SELECT p.id AS id, p.password_hash AS passwordHash, p.proven_at IS NOT NULL AS isProven FROM console_people p
     WHERE p.email = ? ORDER BY p.proven_at IS NULL, p.last_signed_in_at IS NULL, p.last_signed_in_at DESC, p.id ${lock}`,
    [emailKey(email)],
  );
}

export async function findCredentialOf(connection: Connection, id: string): Promise<Credential | null> {
  const found = await findRow(connection, people, { id });
  return found && { id, passwordHash: found.passwordHash };
}

/** Locks a person. Returns false if the person was removed or has changed the password. */
export async function lockPerson(
  transaction: Transaction,
  { id, passwordHash }: { id: string; passwordHash?: string },
): Promise<boolean> {
  const [found] = await findRows(transaction, people, { id }, { select: ['passwordHash'], lock: 'exclusive' });
  return found !== undefined && (passwordHash === undefined || found.passwordHash === passwordHash);
}

interface NewPerson {
  email: string;
  name: string | null;
  passwordHash: string;
}

export async function addPerson(transaction: Transaction, { email, name, passwordHash }: NewPerson): Promise<string> {
  const id = newId('person');
  await insertRow(transaction, people, {
    ...{ id, email: emailKey(email), name: nameOf(name), passwordHash, createdAt: realNow() },
    ...{ provenAt: null, lastSignedInAt: null, lastAccountId: null },
  });
  return id;
}

export async function noteProven(transaction: Transaction, id: string): Promise<void> {
  await updateRows(transaction, people, { id, provenAt: null }, { provenAt: realNow() });
}

function nameOf(name: string | null): string | null {
  return (
    oneLine((name ?? '').toWellFormed())
      .slice(0, 100)
      .toWellFormed()
      .trim() || null
  );
}

export async function setName(transaction: Transaction, id: string, name: string | null): Promise<void> {
  await updateRows(transaction, people, { id }, { name: nameOf(name) });
}

export async function setPassword(transaction: Transaction, id: string, passwordHash: string): Promise<void> {
  await updateRows(transaction, people, { id }, { passwordHash });
}

/** Clears the last account of people who last used an account that is being removed. */
export async function forgetLastAccount(database: Database, accountId: string): Promise<void> {
  const found = await findRows(database, people, { lastAccountId: accountId }, { select: ['id'] });
  for (const { id } of found)
    await database.transaction((transaction) =>
      updateRows(transaction, people, { id, lastAccountId: accountId }, { lastAccountId: null }),
    );
}

export async function hasPeople(connection: Connection): Promise<boolean> {
  return hasRow(connection, people, {});
}

export const personColumns = (({ id, email, name, createdAt, lastSignedInAt }) => ({
  id,
  email,
  name,
  createdAt,
  lastSignedInAt,
}))(columnsOf(people, 'p') as Record<'id' | 'email' | 'name' | 'createdAt' | 'lastSignedInAt', string>);
