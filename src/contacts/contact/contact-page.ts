import { selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Page } from '../../kernel/database/paging.ts';
import type { ContactGroup } from '../group/contact-group.ts';
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
