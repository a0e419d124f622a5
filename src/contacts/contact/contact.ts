import type { CountryCode } from 'libphonenumber-js';
import { And, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import { column, columnsOf, type Optional, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { beginningKey, type MessageChannel } from '../../messaging/platform/channel.ts';
import { type FieldValues, fieldColumns } from '../../vocabulary/fields.ts';
import { type ContactGroup, findGroups } from '../group/contact-group.ts';
import { contactFields } from './contact.fields.ts';
import { contactKeyOf } from './contact-address.ts';

export type ContactData = FieldValues<typeof contactFields>;

export type Contact = Stored<typeof contacts>;

export type ShownContact = Contact & { channel: MessageChannel };

export const contacts = table({
  name: 'Contact',
  tableName: 'contacts',
  columns: {
    groupId: column.key(column.text(16)),
    number: column.key(column.bigNumber),
    id: column.text(20),
    /** An email address or an E.164 phone number. */
    address: column.text(254),
    addressKey: column.text(254),
    ...fieldColumns(contactFields),
    createdAt: column.instant,
  },
  indices: [
    { name: 'contacts_address', columns: ['groupId', 'addressKey'], unique: true },
    { name: 'contacts_id', columns: ['id'], unique: true },
  ],
  foreignKeys: [reference('contacts_group_fk', 'groupId', 'contact_groups')],
});

export const contactColumns = columnsOf(contacts, 'c');

export type ContactInput = Optional<ContactData>;

/** Reads contacts with numbers above `after` and up to `last`, in order. */
export function readContacts(
  connection: Connection,
  groupId: string,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<Contact[]> {
  return findRows(
    connection,
    contacts,
    { groupId, number: And(MoreThan(after), LessThanOrEqual(last)) },
    { order: { number: 'ASC' }, take: limit },
  );
}

export const removeContacts = removeRows('contacts', 'group_id');

interface WhichContacts {
  /** The address in any notation. */
  address?: string | null | undefined;
  /** The beginning of the address. */
  beginning?: string | null | undefined;
  /** The country of phone numbers without a country code. */
  country?: CountryCode | null;
}

/**
 * Returns contacts, newest first, with one more than the page holds. Numbers ascend over time, so they alone order the
 * list. A search orders it by address.
 */
export async function pageOfContacts(
  connection: Connection,
  { id, channel }: ContactGroup,
  page: Page,
  { address, beginning: text, country = null }: WhichContacts = {},
): Promise<ShownContact[]> {
  const beginning = text?.trim() ? beginningKey(channel, text, country) : null;
  const between =
    beginning === null ? {} : { addressKey: And(MoreThanOrEqual(beginning), LessThan(endOfPrefix(beginning))) };
  const rows = await listPage(connection, page, {
    source: contacts,
    where: { groupId: id, ...between },
    ...(address != null && { filter: { addressKey: contactKeyOf(channel, address, country) } }),
    order: beginning === null ? { number: 'number' } : { text: 'addressKey' },
  });
  return rows.map((contact) => Object.assign(contact, { channel }));
}

export async function findContacts(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<ShownContact[]> {
  const found = await findRows(connection, contacts, { id: ids });
  const groups = await findGroups(connection, accountId, [...new Set(found.map(({ groupId }) => groupId))]);
  const channels = new Map(groups.map(({ id, channel }) => [id, channel]));
  return found.flatMap((contact) => {
    const channel = channels.get(contact.groupId);
    return channel ? [Object.assign(contact, { channel })] : [];
  });
}
