import { removeExternalIds } from '../../external-ids/external-id.ts';
import { absent, selectList, snakeCase } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRow, findRows, insertRows } from '../../kernel/database/rows.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { spellingsOf } from '../../personal-data/sought-person.ts';
import { changesIn, fieldNames } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type ContactGroup, contactGroupRow, countContacts } from '../group/contact-group.ts';
import { contactFields } from './contact.fields.ts';
import { type Contact, type ContactInput, contactColumns, contacts, contacts as contactsTable } from './contact.ts';

export interface NewContact extends ContactInput {
  address: string;
  addressKey: string;
}

/**
 * Stores contacts. The group must be locked, and the addresses distinct. `null` clears a field; `undefined` keeps it.
 */
export async function storeContacts(
  transaction: Transaction,
  group: ContactGroup,
  given: readonly NewContact[],
): Promise<{ contacts: Contact[]; added: number }> {
  const known = await findByAddress(transaction, group, given);
  const stored = given.map((each) => change(known.get(each.addressKey) ?? newContact(group), each));
  const fresh = stored.filter(({ number }) => number === 0);
  for (const [index, contact] of fresh.entries()) contact.number = group.lastNumber + index + 1;
  await insertRows(transaction, contacts, fresh as Row[]);
  await overwriteContacts(
    transaction,
    stored.filter(({ addressKey }) => known.has(addressKey)),
  );
  if (fresh.length > 0) await countContacts(transaction, group, { more: fresh.length, numbers: fresh.length });
  return { contacts: stored, added: fresh.length };
}

type Row = { [Property in keyof Contact]: Contact[Property] & Value };

async function findByAddress(connection: Connection, { id }: ContactGroup, given: readonly NewContact[]) {
  if (given.length === 0) return new Map();
  const rows = await findRows(connection, contacts, {
    groupId: id,
    addressKey: given.map(({ addressKey }) => addressKey),
  });
  return new Map(rows.map((contact) => [contact.addressKey, contact]));
}

function newContact({ id: groupId }: ContactGroup): Contact {
  return {
    ...absent(contacts),
    groupId,
    number: 0,
    id: newId('contact'),
    address: '',
    addressKey: '',
    createdAt: now(),
  };
}

function change(contact: Contact, { address, addressKey, ...data }: NewContact): Contact {
  return Object.assign(contact, changesIn(contactFields, data), { address, addressKey });
}

async function overwriteContacts(transaction: Transaction, changed: readonly Contact[]): Promise<void> {
  const columns = ['address', ...fieldNames(contactFields)].map(snakeCase);
  const ending = transaction.dialect.overwrite('group_id, number', ...columns);
  await insertRows(transaction, contacts, changed as Row[], { ending });
}

export const personalContacts = personalNoun<Contact>({
  name: 'contacts',
  next: async (connection, person, after) => {
    const found = await connection.rows<Contact>(
      `SELECT ${selectList(contactColumns)} FROM contact_groups g
         JOIN contacts c ON c.group_id = g.id AND c.address_key IN (:values)
         WHERE g.account_id = :accountId AND g.id > :after ORDER BY g.id LIMIT ${rowsAtOnce}`,
      { accountId: person.accountId, values: spellingsOf(person), after: after ?? '' },
    );
    return foundAmong(found, ({ groupId }) => groupId, found);
  },
  tokensOf: (contacts) => contacts.map(({ id }) => ({ kind: 'ID', value: id })),
  exported: (contacts) => contacts.map(({ number, addressKey, ...contact }) => contact),
  erase: async (transaction, _person, contacts) => {
    await removeExternalIds(
      transaction,
      contacts.map(({ id }) => id),
    );
    for (const { groupId, number } of contacts) {
      const group = await findRow(transaction, contactGroupRow, { id: groupId }, 'exclusive');
      const removed = await deleteRows(transaction, contactsTable, { groupId, number });
      // If the group is being deleted, its job needs no counts.
      if (group && removed > 0) await countContacts(transaction, group, { more: -1, numbers: 0 });
    }
  },
});
