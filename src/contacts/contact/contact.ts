import { And, LessThanOrEqual, MoreThan } from 'typeorm';
import {
  bigNumber,
  columnsOf,
  type Given,
  instant,
  key,
  reference,
  type Stored,
  table,
  text,
} from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { type FieldValues, fieldColumns } from '../../vocabulary/fields.ts';
import { contactFields } from './contact.fields.ts';

/** The data of a contact without its address. */
export type ContactData = FieldValues<typeof contactFields>;

/** One address in a group. */
export type Contact = Stored<typeof contacts>;

/** A contact with the channel of its group. */
export type ShownContact = Contact & { channel: MessageChannel };

export const contacts = table({
  name: 'Contact',
  tableName: 'contacts',
  columns: {
    groupId: key(text(16)),
    /** Ascends in the order in which the contacts of a group were added. */
    number: key(bigNumber),
    id: text(20),
    /** An email address or an E.164 phone number, depending on the channel of the group. */
    address: text(254),
    /** The form of the address that is used for comparison. */
    addressKey: text(254),
    ...fieldColumns(contactFields),
    createdAt: instant,
  },
  indices: [
    { name: 'contacts_address', columns: ['groupId', 'addressKey'], unique: true },
    { name: 'contacts_id', columns: ['id'], unique: true },
  ],
  foreignKeys: [reference('contacts_group_fk', 'groupId', 'contact_groups')],
});

export const contactColumns = columnsOf(contacts, 'c');

export type GivenContactData = Given<ContactData>;

/** Returns the contacts of a group with numbers above `after` and up to `last`, in the order of their numbers. */
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

/** Removes the contacts of a deleted group. */
export const removeContacts = removeRows('contacts', 'group_id');
