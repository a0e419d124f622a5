import {
  columnsOf,
  givenOrNull,
  instant,
  key,
  type Optional,
  reference,
  type Stored,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { type FieldValues, fieldColumns } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import { personFields } from './person.fields.ts';

export type PersonData = FieldValues<typeof personFields>;

/** A person who can have loyalty cards. Several people can have the same email address or phone number. */
export type Person = Stored<typeof loyaltyPersons>;

export const loyaltyPersons = table({
  name: 'Person',
  tableName: 'loyalty_persons',
  columns: {
    id: key(text(20)),
    accountId: text(20),
    ...fieldColumns(personFields),
    passwordHash: textOrNull(255),
    createdAt: instant,
  },
  indices: [{ name: 'loyalty_persons_account', columns: ['accountId'] }],
  foreignKeys: [reference('loyalty_persons_account_fk', 'accountId', 'accounts')],
});

const { passwordHash: _, ...shownColumns } = columnsOf(loyaltyPersons, 'p');
export const personColumns = shownColumns;

export type PersonInput = Optional<PersonData>;

export function newPerson(accountId: string, given: PersonInput): Person {
  return {
    id: newId('loyaltyUser'),
    accountId,
    ...givenOrNull(fieldColumns(personFields), given),
    passwordHash: null,
    createdAt: now(),
  };
}

export const personRow = rowOf(loyaltyPersons, { missing: 'LOYALTY_USER_NOT_FOUND' });

export async function insertPersons(transaction: Transaction, persons: readonly Person[]): Promise<void> {
  await insertRows(transaction, loyaltyPersons, persons);
}

/** Locks people until the transaction ends, so that no other transaction can link them to a card. */
export async function holdPersons(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await findRows(transaction, loyaltyPersons, { id: ids }, { select: ['id'], lock: 'exclusive' });
}

export async function removePersons(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteRows(transaction, loyaltyPersons, { id: ids });
}

export const removePersonsOf = removeRows('loyalty_persons', 'account_id', 500);
