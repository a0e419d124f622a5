import {
  columnsOf,
  type Given,
  givenOrNull,
  instant,
  key,
  reference,
  type Stored,
  table,
  text,
  textOrNull,
  type Values,
} from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { newId } from '../../kernel/values/ids.ts';
import { now } from '../../kernel/values/instant.ts';

export const genders = ['MALE', 'FEMALE', 'UNKNOWN'] as const;

/** The data of a person, stored as given. */
export type PersonData = Values<typeof dataColumns>;

const dataColumns = {
  email: textOrNull(254),
  phone: textOrNull(50),
  firstName: textOrNull(100),
  lastName: textOrNull(100),
  gender: textOrNull<(typeof genders)[number]>(10),
  /** `yyyy-MM-dd`. */
  birthday: textOrNull(10),
  address: textOrNull(255),
  zip: textOrNull(20),
  city: textOrNull(100),
  custom1: textOrNull(255),
  custom2: textOrNull(255),
  custom3: textOrNull(255),
  custom4: textOrNull(255),
  custom5: textOrNull(255),
  custom6: textOrNull(255),
  custom7: textOrNull(255),
  custom8: textOrNull(255),
};

/** A person who can have loyalty cards. Several persons can have the same email address or phone number. */
export type Person = Stored<typeof loyaltyPersons>;

export const loyaltyPersons = table({
  name: 'Person',
  tableName: 'loyalty_persons',
  columns: {
    id: key(text(20)),
    accountId: text(20),
    ...dataColumns,
    passwordHash: textOrNull(255),
    createdAt: instant,
  },
  indices: [{ name: 'loyalty_persons_account', columns: ['accountId'] }],
  foreignKeys: [reference('loyalty_persons_account_fk', 'accountId', 'accounts')],
});

export const personFieldNames = Object.keys(dataColumns) as (keyof PersonData)[];

const { passwordHash: _, ...shownColumns } = columnsOf(loyaltyPersons, 'p');
export const personColumns = shownColumns;

export type GivenPersonData = Given<PersonData>;

export function newPerson(accountId: string, given: GivenPersonData): Person {
  return {
    id: newId('loyaltyUser'),
    accountId,
    ...givenOrNull(dataColumns, given),
    passwordHash: null,
    createdAt: now(),
  };
}

export const personRow = rowOf(loyaltyPersons, { missing: 'LOYALTY_USER_NOT_FOUND' });

export function insertPersons(transaction: Transaction, persons: readonly Person[]): Promise<void> {
  return insertRows(transaction, loyaltyPersons, persons);
}

/** Locks persons until the transaction ends, so that no other transaction can link them to a card. */
export async function holdPersons(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await findRows(transaction, loyaltyPersons, { id: ids }, { select: ['id'], lock: 'exclusive' });
}

export async function removePersons(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteRows(transaction, loyaltyPersons, { id: ids });
}

/** Removes the persons of an account who have no card any more. */
export const removePersonsOf = removeRows('loyalty_persons', 'account_id', 500);
