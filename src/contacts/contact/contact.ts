import { EntitySchema } from 'typeorm';
import {
  bigNumber,
  columnsOf,
  instant,
  reference,
  selectList,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';

/** The data of a contact without its address. Contacts of SMS groups have only the first seven custom fields. */
export class ContactData {
  firstName!: string | null;
  lastName!: string | null;
  /** `yyyy-MM-dd`. */
  birthday!: string | null;
  custom1!: string | null;
  custom2!: string | null;
  custom3!: string | null;
  custom4!: string | null;
  custom5!: string | null;
  custom6!: string | null;
  custom7!: string | null;
  custom8!: string | null;
  custom9!: string | null;
  custom10!: string | null;
}

/** One address in a group. */
export class Contact extends ContactData {
  groupId!: string;
  /** Ascends in the order in which the contacts of a group were added. */
  number!: number;
  id!: string;
  /** An email address or an E.164 phone number, depending on the channel of the group. */
  address!: string;
  /** The form of the address that is used for comparison. */
  addressKey!: string;
  createdAt!: Instant;
}

/** A contact with the channel of its group. */
export type ShownContact = Contact & { channel: MessageChannel };

const dataColumns = {
  firstName: textOrNull(100),
  lastName: textOrNull(100),
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

export const contacts = new EntitySchema<Contact>({
  name: 'Contact',
  tableName: 'contacts',
  target: Contact,
  columns: {
    groupId: { ...text(16), primary: true },
    number: { ...bigNumber, primary: true },
    id: text(20),
    address: text(254),
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

export type GivenContactData = { [Field in keyof ContactData]?: ContactData[Field] | undefined };

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
  return connection.rows<Contact>(
    `SELECT ${selectList(contactColumns)} FROM contacts c
     WHERE c.group_id = ? AND c.number > ? AND c.number <= ? ORDER BY c.number LIMIT ${limit}`,
    [groupId, after, last],
  );
}

/** Removes the contacts of a deleted group. */
export const removeContacts = removeRows('contacts', 'group_id');
