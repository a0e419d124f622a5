import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { findRow, findRows, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { integrationRow, requireIntegration } from '../../messaging/integration/integration.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { newId } from '../../vocabulary/ids.ts';

export type ContactGroup = Stored<typeof contactGroups>;

export const contactGroups = table({
  name: 'ContactGroup',
  tableName: 'contact_groups',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    channel: column.text<MessageChannel>(5),
    name: column.text(100),
    /** The number of contacts. It is exact, because transactions that add or remove contacts lock the row. */
    contacts: column.integer,
    /** The highest number that any contact has had. */
    lastNumber: column.bigNumber,
    createdAt: column.instant,
    /** Set on deletion. A job then removes the row and its contacts. */
    deletedAt: column.instantOrNull,
  },
  indices: [{ name: 'contact_groups_account', columns: ['accountId', 'channel', 'createdAt'] }],
  foreignKeys: [reference('contact_groups_account_fk', 'accountId', 'accounts')],
});

export const contactGroupRow = rowOf(contactGroups, {
  missing: 'CONTACT_GROUP_NOT_FOUND',
  existing: { deletedAt: null },
});

/** The purpose of the integration that groups of the channel need. */
export const serviceOf = (channel: MessageChannel) => `${channel}_SERVICE` as const;

interface GroupKey {
  accountId: string;
  id: string;
  channel?: MessageChannel | null | undefined;
}

/** Returns the group. Rejects if it is missing, or if no service is connected for its channel. */
export async function requireGroup(connection: Connection, name: GroupKey, lock?: RowLock): Promise<ContactGroup> {
  const { accountId, channel } = name;
  if (channel) await requireIntegration(connection, accountId, serviceOf(channel));
  const group = await findGroup(connection, name, lock);
  if (!group) throw new Problem('CONTACT_GROUP_NOT_FOUND');
  if (!channel) await requireIntegration(connection, accountId, serviceOf(group.channel));
  return group;
}

export async function findGroup(
  connection: Connection,
  { accountId, id, channel }: GroupKey,
  lock?: RowLock,
): Promise<ContactGroup | null> {
  const group = await findRow(connection, contactGroupRow, { accountId, id }, lock);
  return group && (!channel || group.channel === channel) ? group : null;
}

/** Returns groups, except those for whose channel no service is connected. */
export async function findGroups(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<ContactGroup[]> {
  const groups = await findRows(connection, contactGroupRow, { id: ids, accountId });
  const open = await connectedOf(connection, accountId, [...new Set(groups.map(({ channel }) => channel))]);
  return groups.filter(({ channel }) => open.includes(channel));
}

export async function connectedOf(
  connection: Connection,
  accountId: string,
  channels: readonly MessageChannel[],
): Promise<MessageChannel[]> {
  const open = await Promise.all(
    channels.map(async (channel) =>
      (await findRow(connection, integrationRow, { accountId, channel: serviceOf(channel) })) ? [channel] : [],
    ),
  );
  return open.flat();
}

export function newGroup(accountId: string, channel: MessageChannel, name: string): ContactGroup {
  return {
    id: newId('contactGroup'),
    accountId,
    channel,
    name,
    contacts: 0,
    lastNumber: 0,
    createdAt: now(),
    deletedAt: null,
  };
}

/** Changes the count. The group must be locked. `more` may be negative. `numbers` raises the last number. */
export async function countContacts(
  transaction: Transaction,
  group: ContactGroup,
  { more, numbers }: { more: number; numbers: number },
): Promise<void> {
  group.contacts += more;
  group.lastNumber += numbers;
  await updateRows(
    transaction,
    contactGroups,
    { id: group.id },
    { contacts: group.contacts, lastNumber: group.lastNumber },
  );
}

export const purgeContactGroup = removalKind('purgeContactGroup', 'group');

export const removeGroup = removeDeleted('contact_groups');

export const nextGroup = nextDeleted('contact_groups');
