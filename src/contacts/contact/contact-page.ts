import { selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type ContactGroup, findGroups } from '../group/contact-group.ts';
import { type Contact, contactColumns, type ShownContact } from './contact.ts';
import { contactKeyOf } from './contact-address.ts';

/** Returns a page of contacts, newest first, and one more. Orders by number only, because numbers ascend with time. */
export async function pageOfContacts(
  connection: Connection,
  { id, channel }: ContactGroup,
  { from, backward, size }: Page,
  address?: string | null,
): Promise<ShownContact[]> {
  const [comparison, direction] = backward ? ['>', 'ASC'] : ['<', 'DESC'];
  const rows = await connection.rows<Contact>(
    `SELECT ${selectList(contactColumns)} FROM contacts c
     WHERE c.group_id = ? ${address == null ? '' : 'AND c.address_key = ?'} ${from ? `AND c.number ${comparison} ?` : ''}
     ORDER BY c.number ${direction} LIMIT ${size + 1}`,
    [id, ...(address == null ? [] : [contactKeyOf(channel, address)]), ...(from ? [Number(from[1])] : [])],
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
