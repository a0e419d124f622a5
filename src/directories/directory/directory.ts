import { absent, column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { type EventType, record } from '../../kernel/event-log/event.ts';
import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { newId } from '../../vocabulary/ids.ts';

/** A page where members find and open campaigns, grouped by category. */
export type Directory = Stored<typeof directories>;

export const directories = table({
  name: 'Directory',
  tableName: 'directories',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    /** The code in the public address of the directory, unique within the installation. */
    code: column.text(8),
    name: column.text(100),
    title: column.textOrNull(200),
    description: column.longTextOrNull,
    /** The HTTPS address of an image for lists of directories. */
    imageUrl: column.textOrNull(500),
    /** The IANA name of the time zone for the times on the page. */
    timezone: column.text(50),
    createdAt: column.instant,
    /** When the directory itself was last changed. Null if it never was. */
    updatedAt: column.instantOrNull,
    /** Set on deletion. A job then removes the row and its members. */
    deletedAt: column.instantOrNull,
  },
  indices: [
    { name: 'directories_code', columns: ['code'], unique: true },
    { name: 'directories_account', columns: ['accountId', 'createdAt'] },
  ],
  foreignKeys: [reference('directories_account_fk', 'accountId', 'accounts')],
});

export const directoryRow = rowOf(directories, { missing: 'DIRECTORY_NOT_FOUND', existing: { deletedAt: null } });

export function blankDirectory(accountId: string, timezone: string): Directory {
  return {
    ...absent(directories),
    id: newId('directory'),
    accountId,
    code: randomCode(8),
    name: '',
    timezone,
    createdAt: now(),
  };
}

/** Records an event. `data` is the object that it concerns. */
export async function recordInDirectory(
  transaction: Transaction,
  directory: Pick<Directory, 'id' | 'accountId'>,
  type: EventType<'DIRECTORY_PAGE'>,
  keyId: string | null,
  data: object,
): Promise<void> {
  const { accountId, id: campaignId } = directory;
  await record(transaction, { kind: 'DIRECTORY_PAGE', type, accountId, keyId, campaignId, data });
}

/** Removes everything that belongs to a deleted directory, except its events. */
export const purgeDirectory = removalKind('purgeDirectory', 'directory');

/** Removes the row. Foreign keys then delete its categories and placements. */
export const removeDirectory = removeDeleted('directories');

export const nextDirectory = nextDeleted('directories');
