import { EntitySchema } from 'typeorm';
import { columnsOf, instant, reference, text, textOrNull } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { newId } from '../../kernel/values/ids.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';

export const genders = ['MALE', 'FEMALE', 'UNKNOWN'] as const;

/** The data of a person, stored as given. */
export class PersonData {
  email!: string | null;
  phone!: string | null;
  firstName!: string | null;
  lastName!: string | null;
  gender!: (typeof genders)[number] | null;
  /** `yyyy-MM-dd`. */
  birthday!: string | null;
  address!: string | null;
  zip!: string | null;
  city!: string | null;
  custom1!: string | null;
  custom2!: string | null;
  custom3!: string | null;
  custom4!: string | null;
  custom5!: string | null;
  custom6!: string | null;
  custom7!: string | null;
  custom8!: string | null;
}

/** A person who can have loyalty cards. Several persons can have the same email address or phone number. */
export class Person extends PersonData {
  id!: string;
  accountId!: string;
  passwordHash!: string | null;
  createdAt!: Instant;
}

const dataColumns = {
  email: textOrNull(254),
  phone: textOrNull(50),
  firstName: textOrNull(100),
  lastName: textOrNull(100),
  gender: textOrNull(10),
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

export const loyaltyPersons = new EntitySchema<Person>({
  name: 'Person',
  tableName: 'loyalty_persons',
  target: Person,
  columns: {
    id: { ...text(20), primary: true },
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

export type GivenPersonData = { [Field in keyof PersonData]?: PersonData[Field] | undefined };

export function newPerson(accountId: string, given: GivenPersonData): Person {
  const data = personFieldNames.map((field) => [field, given[field] ?? null]);
  return Object.assign(new Person(), {
    id: newId('loyaltyUser'),
    accountId,
    ...Object.fromEntries(data),
    passwordHash: null,
    createdAt: now(),
  });
}

export const personRow = rowOf(loyaltyPersons, { missing: 'LOYALTY_USER_NOT_FOUND' });

export function insertPersons(transaction: Transaction, persons: readonly Person[]): Promise<void> {
  return insertRows(transaction, loyaltyPersons, persons);
}

/** Locks persons until the transaction ends, so that no other transaction can link them to a card. */
export async function holdPersons(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.rows(
    ...bind(`SELECT p.id FROM loyalty_persons p WHERE p.id IN (:ids) ${transaction.dialect.forUpdate}`, { ids }),
  );
}

export async function removePersons(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.change(...bind('DELETE FROM loyalty_persons WHERE id IN (:ids)', { ids }));
}
