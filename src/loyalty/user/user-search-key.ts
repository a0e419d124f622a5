import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, insertRows } from '../../kernel/database/rows.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning, phoneDigits, phoneKey } from '../../kernel/values/phone-number.ts';
import { fold, laterWords } from '../../kernel/values/prefix.ts';
import { fieldNames } from '../../vocabulary/fields.ts';
import { customFields } from '../person/person.fields.ts';
import type { PersonData } from '../person/person.ts';
import type { LoyaltyMember } from './loyalty-member.ts';

/** The filter fields, the most selective first. A list starts with the search keys of the first field in its filter. */
export const filterFields = ['email', 'phone', 'lastName', 'firstName', ...fieldNames(customFields)] as const;
export type FilterField = (typeof filterFields)[number];

/** The fields that a keyword searches, besides the id. */
export const keywordFields = [...filterFields, 'address', 'zip', 'city'] as const;
type KeywordField = (typeof keywordFields)[number];

/**
 * The fields that a search reads, besides the id. `word` is the rest of a name, from its second or a later word to the
 * end.
 */
export const searchFields = ['firstName', 'lastName', 'email', 'phone', 'word'] as const;

/**
 * A folded value by which a user of a card can be found. One index on card, field and value serves all filters and
 * searches. Rows with equal values are in the order of the list.
 */
type SearchKey = Stored<typeof searchKeys>;

export const searchKeys = table({
  name: 'SearchKey',
  tableName: 'loyalty_search_keys',
  columns: {
    cardId: column.key(column.text(16)),
    /** `part` is the rest of a value other than a name, from its second or a later word to the end. */
    field: column.key(column.text<KeywordField | 'word' | 'part'>(10)),
    value: column.key(column.text(255)),
    createdAt: column.key(column.instant),
    member: column.key(column.bigNumber),
  },
  indices: [{ name: 'loyalty_search_keys_member', columns: ['member'] }],
});

export async function insertSearchKeys(
  transaction: Transaction,
  found: readonly { member: Pick<LoyaltyMember, 'number' | 'cardId' | 'createdAt'>; person: PersonData }[],
): Promise<void> {
  const rows = found.flatMap(({ member: { number, cardId, createdAt }, person }) =>
    keysOf(person).map(([field, value]) => ({ cardId, field, value, createdAt, member: number })),
  );
  await insertRows(transaction, searchKeys, rows);
}

export async function replaceSearchKeys(
  transaction: Transaction,
  users: readonly (PersonData & Pick<LoyaltyMember, 'number' | 'cardId' | 'createdAt'>)[],
): Promise<void> {
  await deleteRows(transaction, searchKeys, { member: users.map(({ number }) => number) });
  await insertSearchKeys(
    transaction,
    users.map((user) => ({ member: user, person: user })),
  );
}

function keysOf(person: PersonData): [SearchKey['field'], string][] {
  const words = (key: 'word' | 'part', fields: readonly KeywordField[]) =>
    fields.flatMap((field) => laterWords(person[field] ?? '')).map((word): Key => [key, fold(word)]);
  const distinct = new Map<string, Key>();
  for (const key of [
    ...keywordFields.map((field): Key => [field, searchValue(field, person[field] ?? '')]),
    ...words('word', names),
    ...words('part', otherTexts),
    // Callers also search without the country code, for example, for `030 12345`.
    ...phoneDigits(person.phone ?? '').map((digits): Key => ['phone', digits]),
  ])
    if (key[1] !== '') distinct.set(key.join(' '), key);
  return [...distinct.values()];
}

type Key = [field: SearchKey['field'], value: string];

const names = ['firstName', 'lastName'] as const;
const otherTexts = keywordFields.filter((field) => !['email', 'phone', ...names].includes(field));

/** Returns the form in which a value of a field is stored and searched. */
export function searchValue(field: KeywordField | 'word', value: string): string {
  if (field === 'email') return fold(emailKey(value));
  return fold(field === 'phone' ? phoneKey(value).replace(/^\+/, '') : value);
}

/** Returns the beginning of all stored values that a search for the text finds. */
export function searchBeginning(field: KeywordField | 'word', text: string): string {
  return field === 'phone' ? fold(phoneBeginning(text).replace(/^\+/, '')) : searchValue(field, text);
}
