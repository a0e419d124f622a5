import { EntitySchema } from 'typeorm';
import { bigNumber, instant, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { phoneKey } from '../../kernel/values/phone-number.ts';
import type { PersonData } from '../person/person.ts';
import type { Membership } from './membership.ts';

/** What users are filtered by: those first of which the fewest users share a value, for a list begins with its first. */
export const filterFields = [
  'email',
  'phone',
  'lastName',
  'firstName',
  'custom1',
  'custom2',
  'custom3',
  'custom4',
  'custom5',
  'custom6',
  'custom7',
  'custom8',
] as const;
export type FilterField = (typeof filterFields)[number];

/** What users are searched by, beside their id: `word` is a later word of a name. */
export const searchFields = ['firstName', 'lastName', 'email', 'phone', 'word'] as const;

/**
 * A value by which a user of a card is found, in the form in which values are compared. One index over card, field and
 * value serves every filter and search, and its rows of one value are in the order of lists.
 */
export class SearchKey {
  cardId!: string;
  field!: FilterField | 'word';
  value!: string;
  /** Of the membership. */
  createdAt!: Instant;
  membership!: number;
}

export const searchKeys = new EntitySchema<SearchKey>({
  name: 'SearchKey',
  tableName: 'loyalty_search_keys',
  target: SearchKey,
  columns: {
    cardId: { ...text(16), primary: true },
    field: { ...text(10), primary: true },
    value: { ...text(255), primary: true },
    createdAt: { ...instant, primary: true },
    membership: { ...bigNumber, primary: true },
  },
  indices: [{ name: 'loyalty_search_keys_membership', columns: ['membership'] }],
});

/** Stores by what memberships are found. */
export async function insertSearchKeys(
  transaction: Transaction,
  found: readonly { membership: Pick<Membership, 'number' | 'cardId' | 'createdAt'>; person: PersonData }[],
): Promise<void> {
  const rows = found.flatMap(({ membership: { number, cardId, createdAt }, person }) =>
    keysOf(person).map(([field, value]) => ({ cardId, field, value, createdAt, membership: number })),
  );
  await insertRows(transaction, searchKeys, rows);
}

function keysOf(person: PersonData): [SearchKey['field'], string][] {
  const whole = filterFields.map((field): [FilterField, string] => [field, searchValue(field, person[field] ?? '')]);
  const words = [person.firstName, person.lastName].flatMap((name) => laterWords(name ?? ''));
  const distinct = new Map<string, [SearchKey['field'], string]>();
  for (const key of [
    ...whole,
    ...words.map((word): ['word', string] => ['word', fold(word)]),
    // A number as it was given too: callers know `030 12345` by that, and not by its country code.
    ['phone', (person.phone ?? '').replace(/\D/g, '')] as ['phone', string],
  ])
    if (key[1] !== '') distinct.set(key.join(' '), key);
  return [...distinct.values()];
}

const mostWords = 10;

/** `van der Berg` is found by `der Berg` and by `Berg` too. */
function laterWords(name: string): string[] {
  return [...name.matchAll(/(?<=[\s-])[^\s-]/g)].slice(0, mostWords).map(({ index }) => name.slice(index));
}

/** The form in which a value of a field is stored and looked for. */
export function searchValue(field: FilterField | 'word', value: string): string {
  return fold(field === 'phone' ? phoneKey(value).replace(/^\+/, '') : value);
}

/**
 * One form for upper and lower case, and for accents however they are written. As long as its column at most, and without
 * spaces around it: servers take `Ada` and `Ada ` for the same key.
 */
function fold(value: string): string {
  return [...value.normalize('NFC').toLowerCase().trim()].slice(0, 255).join('').trimEnd();
}
