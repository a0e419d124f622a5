import {
  column,
  columnsOf,
  givenOrNull,
  type Optional,
  reference,
  type Stored,
  selectList,
  table,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { deleteRows, requireRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import type { Value } from '../../kernel/database/statement.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { now } from '../../kernel/values/instant.ts';
import { type FieldValues, fieldColumns } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type Directory, directoryRow, recordInDirectory } from '../directory/directory.ts';
import { insertMemberKeys } from './member-key.ts';
import { memberFields } from './user.fields.ts';

export type UserData = FieldValues<typeof memberFields>;

export type DirectoryUser = Omit<Stored<typeof directoryUsers>, 'emailKey' | 'passwordHash' | 'accessExpiredAt'>;

export const directoryUsers = table({
  name: 'DirectoryUser',
  tableName: 'directory_users',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    directoryId: column.text(16),
    email: column.text(254),
    /** The email address in the form used for comparison. It is unique in the directory. */
    emailKey: column.text(254),
    passwordHash: column.text(150),
    ...fieldColumns(memberFields),
    blockedAt: column.instantOrNull,
    blockReason: column.textOrNull(200),
    paidAccessUntil: column.instantOrNull,
    accessExpiredAt: column.instantOrNull,
    createdAt: column.instant,
    updatedAt: column.instantOrNull,
  },
  indices: [
    { name: 'directory_users_email', columns: ['directoryId', 'emailKey'], unique: true },
    { name: 'directory_users_created', columns: ['directoryId', 'createdAt'] },
    { name: 'directory_users_access', columns: ['directoryId', 'paidAccessUntil', 'createdAt'] },
    { name: 'directory_users_blocked', columns: ['directoryId', 'blockedAt', 'createdAt'] },
  ],
  foreignKeys: [reference('directory_users_directory_fk', 'directoryId', 'directories')],
});

const { emailKey: _key, passwordHash: _hash, accessExpiredAt: _end, ...shownColumns } = columnsOf(directoryUsers, 'u');

export const directoryUserColumns = selectList(shownColumns);

export const directoryUserRow = rowOf<DirectoryUser>(directoryUsers, {
  missing: 'DIRECTORY_USER_NOT_FOUND',
  properties: Object.keys(shownColumns),
});

/** Returns the member. `lock` locks it until the transaction ends. */
export async function requireDirectoryUser(
  connection: Connection,
  { accountId, directory: directoryId, user: id }: { accountId: string; directory: string; user: string },
  lock?: RowLock,
): Promise<{ directory: Directory; user: DirectoryUser }> {
  const directory = await requireRow(connection, directoryRow, { accountId, id: directoryId });
  const user = await requireRow(connection, directoryUserRow, { directoryId, id }, lock);
  return { directory, user };
}

export type NewUser = Pick<DirectoryUser, 'email'> & Optional<UserData>;

/** Adds a member. Throws `DIRECTORY_EMAIL_TAKEN` if the address is taken, which a unique index detects. */
export async function addUser(
  transaction: Transaction,
  directory: Directory,
  passwordHash: string,
  given: NewUser,
  keyId: string | null,
): Promise<DirectoryUser> {
  const user: DirectoryUser = {
    id: newId('directoryUser'),
    accountId: directory.accountId,
    directoryId: directory.id,
    email: given.email,
    ...givenOrNull(fieldColumns(memberFields), given),
    blockedAt: null,
    blockReason: null,
    paidAccessUntil: null,
    createdAt: now(),
    updatedAt: null,
  };
  if (!(await insertUnlessTaken(transaction, { ...user, emailKey: emailKey(user.email), passwordHash })))
    throw new Problem('DIRECTORY_EMAIL_TAKEN');
  await insertMemberKeys(transaction, [user]);
  await recordUser(transaction, user, 'directory_registration', keyId);
  return user;
}

async function insertUnlessTaken(transaction: Transaction, row: Record<string, Value>): Promise<boolean> {
  const columns = Object.keys(row).map((name) => columnsOf(directoryUsers, 'u')[name]?.slice('u.'.length));
  const inserted = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO directory_users (${columns.join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
    Object.values(row),
  );
  return inserted > 0;
}

export async function saveUser(
  transaction: Transaction,
  user: DirectoryUser,
  given: Partial<Stored<typeof directoryUsers>>,
  type: EventType<'DIRECTORY_PAGE'>,
  keyId: string | null,
): Promise<DirectoryUser> {
  const changes = { ...given, updatedAt: now() };
  await updateRows(transaction, directoryUsers, { id: user.id }, changes);
  const { passwordHash: _, emailKey: __, accessExpiredAt: ___, ...shown } = changes;
  Object.assign(user, shown);
  await recordUser(transaction, user, type, keyId);
  return user;
}

export async function recordUser(
  transaction: Transaction,
  user: DirectoryUser,
  type: EventType<'DIRECTORY_PAGE'>,
  keyId: string | null,
  details: object = {},
): Promise<void> {
  const directory = { id: user.directoryId, accountId: user.accountId };
  await recordInDirectory(transaction, directory, type, keyId, { ...user, ...details });
}

/** Removes a member, together with its sign-ins and openings. The event contains `shown`. */
export async function removeUser(transaction: Transaction, shown: DirectoryUser, keyId: string | null): Promise<void> {
  await deleteRows(transaction, directoryUsers, { id: shown.id });
  await recordUser(transaction, shown, 'directory_user_removed', keyId);
}

/** Removes members. The chunks are smaller than usual, because sign-ins and openings are deleted too. */
export const removeMembers = removeRows('directory_users', 'directory_id', 500);
