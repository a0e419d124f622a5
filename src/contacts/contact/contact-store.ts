import { absent, snakeCase } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows } from '../../kernel/database/rows.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { changesIn, fieldNames } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type ContactGroup, countContacts } from '../group/contact-group.ts';
import { contactFields } from './contact.fields.ts';
import { type Contact, type ContactInput, contacts } from './contact.ts';

export interface NewContact extends ContactInput {
  address: string;
  addressKey: string;
}

/**
 * Stores contacts. The group must be locked, and the addresses distinct. `null` clears a field, `undefined` keeps it.
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

async function findByAddress(
  connection: Connection,
  { id }: ContactGroup,
  given: readonly NewContact[],
): Promise<Map<string, Contact>> {
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
