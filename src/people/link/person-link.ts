import { LessThan, MoreThan, Not } from 'typeorm';
import { accountsBelow } from '../../accounts/account/account-root.ts';
import type { Role } from '../../api/scope.ts';
import { column, columnsOf, reference, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { hasRow, insertRow, pruneRows, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { hashSecret, newToken } from '../../kernel/security/secrets.ts';
import { longestAddress } from '../../kernel/values/email-address.ts';
import { daysAgo, realNow, toInstant } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';

/**
 * INVITATION joins an account, RESET sets a password, SETUP creates the first person, and ENTRY signs in the owner of a
 * demo.
 */
export type LinkKind = 'INVITATION' | 'RESET' | 'SETUP' | 'ENTRY';

export type PersonLink = Stored<typeof personLinks>;

export const personLinks = table({
  name: 'PersonLink',
  tableName: 'person_links',
  columns: {
    id: column.key(column.text(20)),
    tokenHash: column.text(64),
    kind: column.text<LinkKind>(10),
    /** Null if the operator created the link. */
    accountId: column.textOrNull(20),
    personId: column.textOrNull(20),
    email: column.textOrNull(longestAddress),
    role: column.textOrNull<Role>(10),
    madeBy: column.textOrNull(20),
    createdAt: column.instant,
    expiresAt: column.instant,
    usedAt: column.instantOrNull,
    revokedAt: column.instantOrNull,
    mailedAt: column.instantOrNull,
  },
  indices: [
    { name: 'person_links_token', columns: ['tokenHash'], unique: true },
    { name: 'person_links_account', columns: ['accountId', 'createdAt'] },
    { name: 'person_links_person', columns: ['personId'] },
    { name: 'person_links_created', columns: ['createdAt'] },
  ],
  foreignKeys: [
    reference('person_links_account_fk', 'accountId', 'accounts'),
    reference('person_links_person_fk', 'personId', 'console_people', 'CASCADE'),
  ],
});

export const invitationRow = rowOf(personLinks, {
  missing: 'INVITATION_NOT_FOUND',
  existing: { kind: 'INVITATION' },
});

const linkColumns = selectList(columnsOf(personLinks, 'l'));

const minute = 60_000;

const validMilliseconds: Record<LinkKind, number> = {
  INVITATION: 72 * 60 * minute,
  RESET: 72 * 60 * minute,
  SETUP: 15 * minute,
  ENTRY: 15 * minute,
};

type NewLink = Pick<PersonLink, 'kind'> &
  Partial<Pick<PersonLink, 'accountId' | 'personId' | 'email' | 'role' | 'madeBy'>>;

/** Issues a link, and returns its token. The token cannot be read again. */
export async function issueLink(
  transaction: Transaction,
  { kind, accountId = null, personId = null, email = null, role = null, madeBy = null }: NewLink,
): Promise<{ token: string; link: PersonLink }> {
  const token = newToken();
  const link: PersonLink = {
    id: newId('personLink'),
    tokenHash: hashSecret(token),
    ...{ kind, accountId, personId, email, role, madeBy },
    createdAt: realNow(),
    expiresAt: toInstant(new Date(Date.now() + validMilliseconds[kind])),
    usedAt: null,
    revokedAt: null,
    mailedAt: null,
  };
  await insertRow(transaction, personLinks, link);
  return { token, link };
}

type LinkProblem = 'UNKNOWN' | 'USED' | 'EXPIRED';

export function problemOf(link: PersonLink | null): LinkProblem | null {
  if (!link || link.revokedAt) return 'UNKNOWN';
  if (link.usedAt) return 'USED';
  return link.expiresAt <= realNow() ? 'EXPIRED' : null;
}

/** Finds a link. Returns null if its account is closed. */
export async function findLink(connection: Connection, kind: LinkKind, token: string): Promise<PersonLink | null> {
  const [link] = await connection.rows<PersonLink>(
    `SELECT ${linkColumns} FROM person_links l WHERE l.token_hash = ? AND l.kind = ?
       AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = l.account_id AND a.closed_at IS NOT NULL)`,
    [hashSecret(token), kind],
  );
  return link ?? null;
}

/** Uses up a link. Of several simultaneous calls, at most one returns true. */
export async function useUp(transaction: Transaction, { id }: PersonLink): Promise<boolean> {
  const used = await updateRows(
    transaction,
    personLinks,
    { id, usedAt: null, revokedAt: null, expiresAt: MoreThan(realNow()) },
    { usedAt: realNow() },
  );
  return used > 0;
}

/** Uses up all links for the setup, because only one of them may create the first owner. */
export async function useUpSetups(transaction: Transaction): Promise<void> {
  const setups = { accountId: null, kind: 'SETUP', usedAt: null } as const;
  await updateRows(transaction, personLinks, setups, { usedAt: realNow() });
}

export async function revokeLinksOf(transaction: Transaction, personId: string): Promise<void> {
  await updateRows(transaction, personLinks, { personId, usedAt: null, revokedAt: null }, { revokedAt: realNow() });
}

export async function revokeLinksMadeBy(
  transaction: Transaction,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  const accountIds = [accountId, ...(await accountsBelow(transaction, [accountId]))];
  await transaction.change(
    `UPDATE person_links SET revoked_at = :now WHERE account_id IN (:accountIds) AND made_by = :id
       AND (person_id IS NULL OR person_id <> made_by) AND used_at IS NULL AND revoked_at IS NULL`,
    { now: realNow(), accountIds, id },
  );
}

export function isMailed(connection: Connection, id: string): Promise<boolean> {
  return hasRow(connection, personLinks, { id, mailedAt: Not(null) });
}

export async function noteMailed(database: Database, id: string): Promise<void> {
  await database.transaction((transaction) => updateRows(transaction, personLinks, { id }, { mailedAt: realNow() }));
}

const keptDays = 30;

export function pruneLinks(database: Database): Promise<number> {
  return pruneRows(database, personLinks, { createdAt: LessThan(daysAgo(keptDays)) });
}

export const removeLinks = removeRows('person_links', 'account_id', 500);
