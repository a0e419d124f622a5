import { MoreThan, Not } from 'typeorm';
import { accountsBelow } from '../../accounts/account/account-root.ts';
import { requireScope, type Viewer } from '../../api/viewer.ts';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { deleteRows, findRows, insertRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { hashSecret, newToken } from '../../kernel/security/secrets.ts';
import { oneLine } from '../../kernel/values/email-address.ts';
import { realNow, toInstant } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { people } from '../person/person.ts';

const hour = 3_600_000;
const idleMilliseconds = 12 * hour;
export const longestMilliseconds = 14 * 24 * hour;

export type PersonSignIn = Stored<typeof signIns>;

export const signIns = table({
  name: 'SignIn',
  tableName: 'sign_ins',
  columns: {
    id: column.key(column.text(20)),
    tokenHash: column.text(64),
    personId: column.text(20),
    accountId: column.text(20),
    createdAt: column.instant,
    lastUsedAt: column.instant,
    expiresAt: column.instant,
    address: column.text(45),
    browser: column.text(200),
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

export const current = () => ({ expiresAt: MoreThan(realNow()), lastUsedAt: MoreThan(idleSince()) });

const idleSince = () => toInstant(new Date(Date.now() - idleMilliseconds));

export interface Visitor {
  address: string;
  browser: string;
}

/** The maximum number of sign-ins of a person. If there are more, the oldest ones end. */
const maxSignIns = 50;

export async function beginSignIn(
  transaction: Transaction,
  { personId, accountId }: Pick<PersonSignIn, 'personId' | 'accountId'>,
  { address, browser }: Visitor,
): Promise<string> {
  await endOldest(transaction, personId);
  const token = newToken();
  await insertRow(transaction, signIns, {
    id: newId('signIn'),
    tokenHash: hashSecret(token),
    ...{ personId, accountId },
    createdAt: realNow(),
    lastUsedAt: realNow(),
    expiresAt: toInstant(new Date(Date.now() + longestMilliseconds)),
    address: address.slice(0, 45),
    browser: oneLine(browser.toWellFormed()).slice(0, 200).toWellFormed(),
  });
  await updateRows(transaction, people, { id: personId }, { lastSignedInAt: realNow(), lastAccountId: accountId });
  return token;
}

async function endOldest(transaction: Transaction, personId: string): Promise<void> {
  const newestFirst = { createdAt: 'DESC', id: 'DESC' } as const;
  const all = await findRows(transaction, signIns, { personId }, { select: ['id'], order: newestFirst });
  await deleteRows(transaction, signIns, { id: all.slice(maxSignIns - 1).map(({ id }) => id) });
}

/**
 * The maximum number of sign-ins per statement. Browsers may hold hundreds of connections, and all of them are checked
 * together.
 */
export const maxSignInsInStatement = 512;

function batchedSignIn(key: 'id' | 'tokenHash') {
  return batched<string, PersonSignIn | null>(async (database, values) => {
    const found = await findRows(database, signIns, { [key]: [...new Set(values)], ...current() });
    const byKey = new Map(found.map((signIn) => [signIn[key], signIn]));
    return values.map((value) => byKey.get(value) ?? null);
  }, maxSignInsInStatement);
}

export const findById = batchedSignIn('id');
const findByHash = batchedSignIn('tokenHash');

export function findByToken(database: Database, token: string): Promise<PersonSignIn | null> {
  return findByHash(database, hashSecret(token));
}

/** Chooses an account. The caller must have checked that the person may act for it. */
export async function chooseAccount(
  transaction: Transaction,
  { id, signInId }: { id: string; signInId: string },
  accountId: string,
): Promise<void> {
  await updateRows(transaction, signIns, { id: signInId }, { accountId });
  await updateRows(transaction, people, { id }, { lastAccountId: accountId });
}

export async function endByToken(database: Database, token: string): Promise<void> {
  await database.transaction((transaction) => deleteRows(transaction, signIns, { tokenHash: hashSecret(token) }));
}

export async function endById(transaction: Transaction, id: string): Promise<void> {
  await deleteRows(transaction, signIns, { id });
}

/** Ends the sign-ins of a person for the account, its subaccounts and its test account. Returns their number. */
export async function endSignInsFor(
  transaction: Transaction,
  { id, accountId }: { id: string; accountId: string },
): Promise<number> {
  const accountIds = [accountId, ...(await accountsBelow(transaction, [accountId]))];
  return deleteRows(transaction, signIns, { personId: id, accountId: accountIds });
}

/** Ends all sign-ins of a person, except `exceptId`. Returns the number of ended sign-ins. */
export function endSignInsOf(transaction: Transaction, personId: string, exceptId = ''): Promise<number> {
  return deleteRows(transaction, signIns, { personId, id: Not(exceptId) });
}

const chunk = 500;

export async function pruneSignIns(database: Database): Promise<number> {
  const past = await database.rows<Pick<PersonSignIn, 'id'>>(
    `SELECT i.id AS id FROM sign_ins i WHERE i.expires_at <= ? OR i.last_used_at <= ? LIMIT ${chunk}`,
    [realNow(), idleSince()],
  );
  if (past.length === 0) return 0;
  return database.transaction((transaction) => deleteRows(transaction, signIns, { id: past.map(({ id }) => id) }));
}

export const removeSignIns = removeRows('sign_ins', 'account_id', 500);

/**
 * Returns which sign-ins the caller may see: the person's own or, with the scope `ADMIN`, those for the account. Throws
 * `FORBIDDEN` if there are none.
 */
export function accessTo(viewer: Viewer, personId?: string | null): { personId?: string; accountId?: string } {
  const { person, account } = viewer;
  if (person && (personId ?? person.id) === person.id) return { personId: person.id };
  requireScope(viewer, 'ADMIN');
  return { accountId: account.id, ...(personId && { personId }) };
}
