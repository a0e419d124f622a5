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
  textOrNull,
  type Values,
} from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';

/** The data of a contact without its address. Contacts of SMS groups have only the first seven custom fields. */
export type ContactData = Values<typeof dataColumns>;

const dataColumns = {
  firstName: textOrNull(100),
  lastName: textOrNull(100),
  /** `yyyy-MM-dd`. */
  birthday: textOrNull(10),
  custom1: textOrNull(255),
  custom2: textOrNull(255),
  custom3: textOrNull(255),
  custom4: textOrNull(255),
  custom5: textOrNull(255),
  custom6: textOrNull(255),
  custom7: textOrNull(255),
  custom8: textOrNull(255),
  custom9: textOrNull(255),
  custom10: textOrNull(255),
};

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
    ...dataColumns,
    createdAt: instant,
  },
  indices: [
    { name: 'contacts_address', columns: ['groupId', 'addressKey'], unique: true },
    { name: 'contacts_id', columns: ['id'], unique: true },
  ],
  foreignKeys: [reference('contacts_group_fk', 'groupId', 'contact_groups')],
});

export const contactFields = Object.keys(dataColumns) as (keyof ContactData)[];
export const contactColumns = columnsOf(contacts, 'c');

export type GivenContactData = Given<ContactData>;

/** The maximum length of each field in characters. */
export const fieldLengths = Object.fromEntries(
  Object.entries(dataColumns).map(([field, { length }]) => [field, length]),
) as Record<keyof ContactData, number>;

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
