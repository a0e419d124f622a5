import { Not } from 'typeorm';
import { type Account, accountAbove, accountRow } from '../../accounts/account/account.ts';
import type { Role } from '../../api/scope.ts';
import { column, reference, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { countRows, deleteRows, hasRow, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, realNow } from '../../kernel/values/instant.ts';
import { personColumns } from './person.ts';

export const accountMembers = table({
  name: 'AccountMember',
  tableName: 'account_members',
  columns: {
    accountId: column.key(column.text(20)),
    personId: column.key(column.text(20)),
    role: column.text<Role>(10),
    createdAt: column.instant,
    /**
     * When the person used a link that the account mailed. Counts for this account only, because an account sees the
     * links that its own platform mails.
     */
    reachedAt: column.instantOrNull,
  },
  indices: [{ name: 'account_members_person', columns: ['personId'] }],
  foreignKeys: [
    reference('account_members_account_fk', 'accountId', 'accounts'),
    reference('account_members_person_fk', 'personId', 'console_people', 'CASCADE'),
  ],
});

export interface AccountMember {
  id: string;
  email: string;
  name: string | null;
  createdAt: Instant;
  lastSignedInAt: Instant | null;
  accountId: string;
  role: Role;
  joinedAt: Instant;
}

export const memberColumns = selectList({
  ...personColumns,
  accountId: 't.account_id',
  role: 't.role',
  joinedAt: 't.created_at',
});

export async function findMembers(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<AccountMember[]> {
  if (ids.length === 0) return [];
  return connection.rows<AccountMember>(
    `SELECT ${memberColumns} FROM account_members t JOIN console_people p ON p.id = t.person_id
       WHERE t.account_id = :accountId AND t.person_id IN (:ids)`,
    { accountId, ids },
  );
}

/** Finds a person who is a member of the account, or of the account above it. */
export async function findActing(
  connection: Connection,
  account: Pick<Account, 'id' | 'parentId' | 'testOf'>,
  personId: string,
): Promise<AccountMember | null> {
  const [own] = await findMembers(connection, account.id, [personId]);
  const above = accountAbove(account);
  if (own || !above) return own ?? null;
  return (await findMembers(connection, above, [personId]))[0] ?? null;
}

export async function requireMember(connection: Connection, accountId: string, id: string): Promise<AccountMember> {
  const [member] = await findMembers(connection, accountId, [id]);
  if (!member) throw new Problem('PERSON_NOT_FOUND');
  return member;
}

/** Locks the members. Simultaneous changes wait, so that the limit holds and the last owner stays. */
export async function lockMembers(transaction: Transaction, accountId: string): Promise<void> {
  await lockRow(transaction, accountRow, { id: accountId });
}

const maxPeople = 200;

/** Checks the limit. Throws `TOO_MANY_PEOPLE`. */
export async function requireRoomForPerson(connection: Connection, accountId: string): Promise<void> {
  const count = await countRows(connection, accountMembers, { accountId });
  if (count >= maxPeople) throw new Problem('TOO_MANY_PEOPLE');
}

/** Requires that another owner exists. Throws `LAST_OWNER`. The people of the account must be locked. */
export async function requireOtherOwner(connection: Connection, { accountId, id }: AccountMember): Promise<void> {
  const hasOther = await hasRow(connection, accountMembers, { accountId, role: 'OWNER', personId: Not(id) });
  if (!hasOther) throw new Problem('LAST_OWNER');
}

export async function addAccountMember(
  transaction: Transaction,
  { accountId, personId, role }: { accountId: string; personId: string; role: Role },
): Promise<void> {
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO account_members (account_id, person_id, role, created_at) VALUES (?, ?, ?, ?)`,
    [accountId, personId, role, realNow()],
  );
}

export async function noteReached(
  transaction: Transaction,
  membership: { accountId: string; personId: string },
): Promise<void> {
  await updateRows(transaction, accountMembers, { ...membership, reachedAt: null }, { reachedAt: realNow() });
}

export async function removeAccountMember(
  transaction: Transaction,
  { accountId, id }: Pick<AccountMember, 'accountId' | 'id'>,
): Promise<void> {
  await deleteRows(transaction, accountMembers, { accountId, personId: id });
}

/**
 * Whether the person belongs only to this account and those below it. Only then may the account change the password:
 * otherwise, it could open the other accounts.
 */
export async function hasOnlyAccountsBelow(connection: Connection, accountId: string, id: string): Promise<boolean> {
  const others = await connection.rows(
    `SELECT 1 FROM account_members m JOIN accounts a ON a.id = m.account_id
     WHERE m.person_id = ? AND a.id <> ? AND (a.parent_id IS NULL OR a.parent_id <> ?) LIMIT 1`,
    [id, accountId, accountId],
  );
  return others.length === 0;
}

/** Returns memberships whose account has reached the person at the address, in the order of joining. */
export function findReached(
  connection: Connection,
  email: string,
): Promise<{ id: string; accountId: string; rootId: string }[]> {
  return connection.rows(
    `SELECT p.id AS id, m.account_id AS accountId, COALESCE(a.parent_id, a.id) AS rootId FROM console_people p
     JOIN account_members m ON m.person_id = p.id JOIN accounts a ON a.id = m.account_id
     WHERE p.email = ? AND m.reached_at IS NOT NULL AND a.closed_at IS NULL ORDER BY m.created_at, m.account_id`,
    [email],
  );
}

/** The maximum number of accounts of a person in lists. */
const maxShown = 100;

/** Returns memberships in the order in which the person joined. */
export function listAccountsOfPerson(
  connection: Connection,
  personId: string,
): Promise<{ accountId: string; accountName: string; role: Role }[]> {
  return connection.rows(
    `SELECT m.account_id AS accountId, a.name AS accountName, m.role AS role
     FROM account_members m JOIN accounts a ON a.id = m.account_id
     WHERE m.person_id = ? AND a.closed_at IS NULL ORDER BY m.created_at, m.account_id LIMIT ${maxShown}`,
    [personId],
  );
}

/** Returns the account to begin with: the last one used, its parent, or the first one joined. It must be open. */
export async function startingAccount(connection: Connection, personId: string): Promise<string | null> {
  const [found] = await connection.rows<{ accountId: string }>(
    `SELECT m.account_id AS accountId FROM account_members m JOIN console_people p ON p.id = m.person_id
     JOIN accounts o ON o.id = m.account_id AND o.closed_at IS NULL WHERE m.person_id = ?
     ORDER BY CASE m.account_id WHEN p.last_account_id THEN 0
       WHEN (SELECT a.parent_id FROM accounts a WHERE a.id = p.last_account_id) THEN 1 ELSE 2 END, m.created_at, m.account_id LIMIT 1`,
    [personId],
  );
  return found?.accountId ?? null;
}
