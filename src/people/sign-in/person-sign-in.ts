import {
  columnsOf,
  instant,
  key,
  reference,
  type Stored,
  selectList,
  table,
  text,
} from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { hashToken, newToken } from '../../kernel/security/tokens.ts';
import { oneLine } from '../../kernel/values/email-address.ts';
import { newId } from '../../kernel/values/ids.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';
import { people } from '../person/person.ts';

const hour = 3_600_000;
const idleMilliseconds = 12 * hour;
export const longestMilliseconds = 14 * 24 * hour;

/** A browser in which a person is signed in. The browser has the token; only the hash of the token is stored. */
export type PersonSignIn = Stored<typeof signIns>;

export const signIns = table({
  name: 'SignIn',
  tableName: 'sign_ins',
  columns: {
    id: key(text(20)),
    tokenHash: text(64),
    personId: text(20),
    accountId: text(20),
    createdAt: instant,
    /** To the minute. */
    lastUsedAt: instant,
    expiresAt: instant,
    address: text(45),
    browser: text(200),
  },
  indices: [
    { name: 'sign_ins_token', columns: ['tokenHash'], unique: true },
    { name: 'sign_ins_person', columns: ['personId', 'createdAt'] },
    { name: 'sign_ins_account', columns: ['accountId', 'createdAt'] },
    { name: 'sign_ins_expiry', columns: ['expiresAt'] },
  ],
  foreignKeys: [
    reference('sign_ins_person_fk', 'personId', 'console_people', 'CASCADE'),
    reference('sign_ins_account_fk', 'accountId', 'accounts'),
  ],
});

export const signInRow = rowOf(signIns, { missing: 'SIGN_IN_NOT_FOUND' });

export const signInColumns = selectList(columnsOf(signIns, 'i'));

/** The condition on a sign-in `i` that has not ended. Its values are `currentValues()`. */
export const isCurrent = 'i.expires_at > ? AND i.last_used_at > ?';

export const currentValues = (): [Instant, Instant] => [realNow(), toInstant(new Date(Date.now() - idleMilliseconds))];

export interface Visitor {
  address: string;
  browser: string;
}

/** The sign-ins of a person. The oldest ones end when there are more. */
const mostSignIns = 50;

export async function beginSignIn(
  transaction: Transaction,
  { personId, accountId }: Pick<PersonSignIn, 'personId' | 'accountId'>,
  { address, browser }: Visitor,
): Promise<string> {
  await endOldest(transaction, personId);
  const token = newToken();
  await transaction.manager.insert(signIns, {
    id: newId('signIn'),
    tokenHash: hashToken(token),
    ...{ personId, accountId },
    createdAt: realNow(),
    lastUsedAt: realNow(),
    expiresAt: toInstant(new Date(Date.now() + longestMilliseconds)),
    address: address.slice(0, 45),
    browser: oneLine(browser.toWellFormed()).slice(0, 200).toWellFormed(),
  });
  await transaction.manager.update(people, { id: personId }, { lastSignedInAt: realNow(), lastAccountId: accountId });
  return token;
}

async function endOldest(transaction: Transaction, personId: string): Promise<void> {
  const all = await transaction.rows<Pick<PersonSignIn, 'id'>>(
    'SELECT i.id AS id FROM sign_ins i WHERE i.person_id = ? ORDER BY i.created_at DESC, i.id DESC',
    [personId],
  );
  const ids = all.slice(mostSignIns - 1).map(({ id }) => id);
  if (ids.length > 0) await transaction.change(...bind('DELETE FROM sign_ins WHERE id IN (:ids)', { ids }));
}

export async function findByToken(connection: Connection, token: string): Promise<PersonSignIn | null> {
  const [found] = await connection.rows<PersonSignIn>(
    `SELECT ${signInColumns} FROM sign_ins i WHERE i.token_hash = ? AND ${isCurrent}`,
    [hashToken(token), ...currentValues()],
  );
  return found ?? null;
}

export async function findById(connection: Connection, id: string): Promise<PersonSignIn | null> {
  const [found] = await connection.rows<PersonSignIn>(
    `SELECT ${signInColumns} FROM sign_ins i WHERE i.id = ? AND ${isCurrent}`,
    [id, ...currentValues()],
  );
  return found ?? null;
}

/** Lets a sign-in act for another account from now on. The caller has checked that the person may. */
export async function chooseAccount(
  transaction: Transaction,
  { id, signInId }: { id: string; signInId: string },
  accountId: string,
): Promise<void> {
  await transaction.manager.update(signIns, { id: signInId }, { accountId });
  await transaction.manager.update(people, { id }, { lastAccountId: accountId });
}

export async function endByToken(database: Database, token: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM sign_ins WHERE token_hash = ?', [hashToken(token)]),
  );
}

export async function endById(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('DELETE FROM sign_ins WHERE id = ?', [id]);
}

export function endSignInsFor(
  transaction: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<number> {
  return transaction.change(
    `DELETE FROM sign_ins WHERE person_id = ?
       AND account_id IN (SELECT a.id FROM accounts a WHERE a.id = ? OR a.parent_id = ? OR a.test_of = ?)`,
    [id, accountId, accountId, accountId],
  );
}

export function endSignInsOf(transaction: Transaction, personId: string, exceptId = ''): Promise<number> {
  return transaction.change('DELETE FROM sign_ins WHERE person_id = ? AND id <> ?', [personId, exceptId]);
}

const chunk = 500;

export async function pruneSignIns(database: Database): Promise<number> {
  const past = await database.rows<Pick<PersonSignIn, 'id'>>(
    `SELECT i.id AS id FROM sign_ins i WHERE NOT (${isCurrent}) LIMIT ${chunk}`,
    currentValues(),
  );
  if (past.length === 0) return 0;
  const ids = past.map(({ id }) => id);
  return database.transaction((transaction) =>
    transaction.change(...bind('DELETE FROM sign_ins WHERE id IN (:ids)', { ids })),
  );
}

export const removeSignIns = removeRows('sign_ins', 'account_id', 500);
