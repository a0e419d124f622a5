import { MoreThan } from 'typeorm';
import { removeExternalIds } from '../../external-ids/external-id.ts';
import { columnsOf, givenOrNull, selectList, snakeCase } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { phoneKey } from '../../kernel/values/phone-number.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { nextTokens } from '../../personal-data/personal-token.ts';
import { type SoughtPerson, spellingsOf } from '../../personal-data/sought-person.ts';
import { fieldColumns, fieldNames } from '../../vocabulary/fields.ts';
import { type LedgerEntry, ledgerEntries } from '../ledger/ledger.ts';
import { personFields } from '../person/person.fields.ts';
import { loyaltyPersons, type Person } from '../person/person.ts';
import { type Purchase, purchases } from '../purchase/purchase.ts';
import { type LoyaltyMember, loyaltyMembers } from '../user/loyalty-member.ts';
import { replaceSearchKeys } from '../user/user-search-key.ts';

interface PersonWithCards extends Person {
  cards: LoyaltyMember[];
}

const personsAtOnce = 1000;

/** The people with loyalty cards. An erasure keeps their cards, balances and entries without a name. */
export const personalLoyaltyUsers = personalNoun<PersonWithCards>({
  name: 'loyaltyUsers',
  next: async (connection, person, after) => {
    const examined = await findRows(
      connection,
      loyaltyPersons,
      { accountId: person.accountId, id: MoreThan(after ?? '') },
      { order: { id: 'ASC' }, take: personsAtOnce },
    );
    const found = await filterInSteps(examined, (each) => isSought(person, each));
    return foundAmong(examined, ({ id }) => id, await withCards(connection, found), personsAtOnce);
  },
  tokensOf: (persons) =>
    persons.flatMap(({ id, cards }) => [
      { kind: 'ID' as const, value: id },
      ...cards.map(({ number }) => ({ kind: 'MEMBER' as const, value: String(number) })),
    ]),
  exported: (persons) =>
    persons.map(({ accountId, passwordHash, cards, ...person }) => ({
      ...person,
      cards: cards.map(({ number, accountId: _, userId, ...card }) => card),
    })),
  erase: async (transaction, _person, persons) => {
    const ids = persons.map(({ id }) => id);
    await removeExternalIds(transaction, ids);
    const blank = [...fieldNames(personFields), 'passwordHash'].map((name) => `${snakeCase(name)} = NULL`).join(', ');
    await transaction.change(`UPDATE loyalty_persons SET ${blank} WHERE id IN (:ids)`, { ids });
    const nameless = givenOrNull(fieldColumns(personFields), {});
    const cards = persons.flatMap((person) => person.cards);
    if (cards.length > 0)
      await replaceSearchKeys(
        transaction,
        cards.map((card) => ({ ...card, ...nameless })),
      );
  },
});

function isSought(person: SoughtPerson, { email, phone }: Person): boolean {
  const given = person.email ? email && emailKey(email) : phone && phoneKey(phone);
  return Boolean(given) && spellingsOf(person).includes(given ?? '');
}

async function withCards(connection: Connection, persons: readonly Person[]): Promise<PersonWithCards[]> {
  if (persons.length === 0) return [];
  const cards = await findRows(connection, loyaltyMembers, { userId: persons.map(({ id }) => id) });
  const byPerson = Map.groupBy(cards, ({ userId }) => userId);
  return persons.map((person) => ({ ...person, cards: byPerson.get(person.id) ?? [] }));
}

type PersonalEntry = LedgerEntry & { userId: string; cardId: string };

/** The entries of the person's loyalty cards. They contain no name, so an erasure keeps them. */
export const personalEntries = personalNoun<PersonalEntry>({
  name: 'loyaltyEntries',
  // The key is the last member that was searched and, within the next ones, the number of the last entry.
  next: async (connection, person, after) => {
    const [member = '', number = '0'] = after?.split(' ') ?? [];
    const { values, after: next } = await nextTokens(connection, person, 'MEMBER', member);
    if (values.length === 0) return { rows: [], after: null };
    const rows = await connection.rows<PersonalEntry>(
      `SELECT ${selectList(columnsOf(ledgerEntries, 'l'))}, m.user_id AS userId, m.card_id AS cardId
         FROM ledger_entries l JOIN loyalty_members m ON m.number = l.member
         WHERE l.member IN (:members) AND l.number > :number ORDER BY l.number LIMIT ${rowsAtOnce}`,
      { members: values.map(Number), number: Number(number) },
    );
    if (rows.length === rowsAtOnce) return { rows, after: `${member} ${rows.at(-1)?.number}` };
    return { rows, after: next };
  },
  exported: (entries) => entries.map(({ number, member, lots, ...entry }) => entry),
});

type PersonalPurchase = Purchase & { userId: string };

/** The purchases of the person. An erasure replaces the references: callers choose them, and order numbers name a person. */
export const personalPurchases = personalNoun<PersonalPurchase>({
  name: 'loyaltyPurchases',
  // The key is the last member that was searched and, within the next ones, the entry of the last purchase.
  next: async (connection, person, after) => {
    const [member = '', entry = ''] = after?.split(' ') ?? [];
    const { values, after: next } = await nextTokens(connection, person, 'MEMBER', member);
    if (values.length === 0) return { rows: [], after: null };
    const rows = await connection.rows<PersonalPurchase>(
      `SELECT ${selectList(columnsOf(purchases, 'p'))}, m.user_id AS userId
         FROM loyalty_purchases p ${connection.dialect.useIndex('loyalty_purchases_member')} JOIN loyalty_members m ON m.number = p.member
         WHERE p.member IN (:members) AND p.entry_id > :entry ORDER BY p.entry_id LIMIT ${rowsAtOnce}`,
      { members: values.map(Number), entry },
    );
    if (rows.length === rowsAtOnce) return { rows, after: `${member} ${rows.at(-1)?.entryId}` };
    return { rows, after: next };
  },
  exported: (found) => found.map(({ member, ...purchase }) => purchase),
  erase: async (transaction, _person, found) => {
    for (const { cardId, reference, entryId } of found)
      await updateRows(transaction, purchases, { cardId, reference }, { reference: `erased ${entryId}` });
  },
});
