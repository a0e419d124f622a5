import type { CountryCode } from 'libphonenumber-js';
import { selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { numberKeyset, type Page, textKeyset } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { beginningKey } from '../../messaging/platform/channel.ts';
import { type ContactGroup, findGroups } from '../group/contact-group.ts';
import { type Contact, contactColumns, type ShownContact } from './contact.ts';
import { contactKeyOf } from './contact-address.ts';

/** Which contacts of a group a list contains. */
export interface WhichContacts {
  /** The address in any notation. */
  address?: string | null | undefined;
  /** The beginning of the address. */
  beginning?: string | null | undefined;
  /** The country of phone numbers without a country code. */
  country?: CountryCode | null;
}

/**
 * Returns a page of contacts, newest first, and one more. Orders by number only, because numbers ascend with time. A
 * search orders by address.
 */
export async function pageOfContacts(
  connection: Connection,
  { id, channel }: ContactGroup,
  page: Page,
  { address, beginning: text, country = null }: WhichContacts = {},
): Promise<ShownContact[]> {
  const beginning = text?.trim() ? beginningKey(channel, text, country) : null;
  const order = beginning === null ? numberKeyset(page, 'c.number') : textKeyset(page, 'c.address_key');
  const rows = await connection.rows<Contact>(
    `SELECT ${selectList(contactColumns)} FROM contacts c
     WHERE c.group_id = ? ${address == null ? '' : 'AND c.address_key = ?'}
     ${beginning === null ? '' : 'AND c.address_key >= ? AND c.address_key < ?'} ${order.condition} ${order.ending}`,
    [
      id,
      ...(address == null ? [] : [contactKeyOf(channel, address, country)]),
      ...(beginning === null ? [] : [beginning, endOfPrefix(beginning)]),
      ...order.values,
    ],
  );
  return rows.map((contact) => Object.assign(contact, { channel }));
}

/** Returns the contacts with these ids in the account's groups, in any order. */
export async function findContacts(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<ShownContact[]> {
  const found = await connection.rows<Contact>(
    ...bind(`SELECT ${selectList(contactColumns)} FROM contacts c WHERE c.id IN (:ids)`, { ids }),
  );
  const groups = await findGroups(connection, accountId, [...new Set(found.map(({ groupId }) => groupId))]);
  const channels = new Map(groups.map(({ id, channel }) => [id, channel]));
  return found.flatMap((contact) => {
    const channel = channels.get(contact.groupId);
    return channel ? [Object.assign(contact, { channel })] : [];
  });
}
