import { columnsOf, instant, instantOrNull, key, table, text, textOrNull } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { emailKey, longestAddress, oneLine } from '../../kernel/values/email-address.ts';
import { newId } from '../../kernel/values/ids.ts';
import { realNow } from '../../kernel/values/instant.ts';

/** People who sign in to the console. People exist as long as they belong to an account. */
export const people = table({
  name: 'ConsolePerson',
  tableName: 'console_people',
  columns: {
    id: key(text(20)),
    /** As addresses are compared: in lower case, with the domain in ASCII. */
    email: text(longestAddress),
    name: textOrNull(100),
    /** Argon2id. */
    passwordHash: text(200),
    createdAt: instant,
    lastSignedInAt: instantOrNull,
    /** The account that the person last acted for. The next sign-in begins with it. */
    lastAccountId: textOrNull(20),
  },
  indices: [{ name: 'people_email', columns: ['email'], unique: true }],
});

/** What proves that somebody is a known person. */
export interface Credential {
  id: string;
  passwordHash: string;
}

export async function findCredential(connection: Connection, email: string): Promise<Credential | null> {
  const [known] = await connection.rows<Credential>(
    'SELECT p.id AS id, p.password_hash AS passwordHash FROM console_people p WHERE p.email = ?',
    [emailKey(email)],
  );
  return known ?? null;
}

/** Locks a person until the transaction ends. Returns false if the person is gone or has another password meanwhile. */
export async function lockPerson(
  transaction: Transaction,
  { id, passwordHash }: { id: string; passwordHash?: string },
): Promise<boolean> {
  const [found] = await transaction.rows<Pick<Credential, 'passwordHash'>>(
    `SELECT p.password_hash AS passwordHash FROM console_people p WHERE p.id = ? ${transaction.dialect.forUpdate}`,
    [id],
  );
  return found !== undefined && (passwordHash === undefined || found.passwordHash === passwordHash);
}

interface NewPerson {
  email: string;
  name: string | null;
  passwordHash: string;
}

/** Adds a person and returns its id, or null if somebody has the email address. */
export async function addPerson(
  transaction: Transaction,
  { email, name, passwordHash }: NewPerson,
): Promise<string | null> {
  const id = newId('person');
  const added = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO console_people (id, email, name, password_hash, created_at) VALUES (?, ?, ?, ?, ?)`,
    [id, emailKey(email), nameOf(name), passwordHash, realNow()],
  );
  return added > 0 ? id : null;
}

/** Returns a name as it is stored: in one line, or null if it is empty. */
function nameOf(name: string | null): string | null {
  return (
    oneLine((name ?? '').toWellFormed())
      .slice(0, 100)
      .toWellFormed()
      .trim() || null
  );
}

export async function setName(transaction: Transaction, id: string, name: string | null): Promise<void> {
  await transaction.manager.update(people, { id }, { name: nameOf(name) });
}

export async function setPassword(transaction: Transaction, id: string, passwordHash: string): Promise<void> {
  await transaction.manager.update(people, { id }, { passwordHash });
}

/** Forgets an account that is being removed as the one that people last acted for. */
export async function forgetLastAccount(database: Database, accountId: string): Promise<void> {
  const found = await database.rows<{ id: string }>(
    'SELECT p.id AS id FROM console_people p WHERE p.last_account_id = ?',
    [accountId],
  );
  for (const { id } of found)
    await database.transaction((transaction) =>
      transaction.change('UPDATE console_people SET last_account_id = NULL WHERE id = ? AND last_account_id = ?', [
        id,
        accountId,
      ]),
    );
}

export async function hasPeople(connection: Connection): Promise<boolean> {
  return (await connection.rows('SELECT 1 FROM console_people LIMIT 1')).length > 0;
}

/** The columns of a query `FROM console_people p`, without secrets. */
export const personColumns = (({ id, email, name, createdAt, lastSignedInAt }) => ({
  id,
  email,
  name,
  createdAt,
  lastSignedInAt,
}))(columnsOf(people, 'p') as Record<'id' | 'email' | 'name' | 'createdAt' | 'lastSignedInAt', string>);
