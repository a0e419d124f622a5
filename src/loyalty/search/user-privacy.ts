import { MoreThan } from 'typeorm';
import { removeExternalIds } from '../../external-ids/external-id.ts';
import { columnsOf, givenOrNull, selectList, snakeCase } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { filterInTurns } from '../../kernel/values/event-loop.ts';
import { phoneKey } from '../../kernel/values/phone-number.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { nextTokens } from '../../personal-data/personal-token.ts';
import { type SoughtPerson, spellingsOf } from '../../personal-data/sought-person.ts';
import { fieldColumns, fieldNames } from '../../vocabulary/fields.ts';
import { type LedgerEntry, ledgerEntries } from '../ledger/ledger.ts';
import { personFields } from '../person/person.fields.ts';
import { loyaltyPersons, type Person } from '../person/person.ts';
import { loyaltyMemberships, type Membership } from '../user/membership.ts';
import { replaceSearchKeys } from '../user/user-search-key.ts';

interface FoundPerson extends Person {
  cards: Membership[];
}

const personsAtOnce = 1000;

/** The people with loyalty cards. An erasure keeps their cards, balances and entries without a name. */
export const personalLoyaltyUsers = personalNoun<FoundPerson>({
  name: 'loyaltyUsers',
  next: async (connection, person, after) => {
    const examined = await findRows(
      connection,
      loyaltyPersons,
      { accountId: person.accountId, id: MoreThan(after ?? '') },
      { order: { id: 'ASC' }, take: personsAtOnce },
    );
    const found = await filterInTurns(examined, (each) => isSought(person, each));
    return foundAmong(examined, ({ id }) => id, await withCards(connection, found), personsAtOnce);
  },
  tokensOf: (persons) =>
    persons.flatMap(({ id, cards }) => [
      { kind: 'ID' as const, value: id },
      ...cards.map(({ number }) => ({ kind: 'MEMBERSHIP' as const, value: String(number) })),
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
    await transaction.change(...bind(`UPDATE loyalty_persons SET ${blank} WHERE id IN (:ids)`, { ids }));
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

async function withCards(connection: Connection, persons: readonly Person[]): Promise<FoundPerson[]> {
  if (persons.length === 0) return [];
  const cards = await findRows(connection, loyaltyMemberships, { userId: persons.map(({ id }) => id) });
  const byPerson = Map.groupBy(cards, ({ userId }) => userId);
  return persons.map((person) => ({ ...person, cards: byPerson.get(person.id) ?? [] }));
}

type PersonalEntry = LedgerEntry & { userId: string; cardId: string };

/** The entries of the person's loyalty cards. They contain no name, so an erasure keeps them. */
export const personalEntries = personalNoun<PersonalEntry>({
  name: 'loyaltyEntries',
  // The key is the last membership that was searched and, within the next ones, the number of the last entry.
  next: async (connection, person, after) => {
    const [membership = '', number = '0'] = after?.split(' ') ?? [];
    const { values, after: next } = await nextTokens(connection, person, 'MEMBERSHIP', membership);
    if (values.length === 0) return { rows: [], after: null };
    const rows = await connection.rows<PersonalEntry>(
      ...bind(
        `SELECT ${selectList(columnsOf(ledgerEntries, 'l'))}, m.user_id AS userId, m.card_id AS cardId
         FROM ledger_entries l JOIN loyalty_memberships m ON m.number = l.membership
         WHERE l.membership IN (:memberships) AND l.number > :number ORDER BY l.number LIMIT ${rowsAtOnce}`,
        { memberships: values.map(Number), number: Number(number) },
      ),
    );
    if (rows.length === rowsAtOnce) return { rows, after: `${membership} ${rows.at(-1)?.number}` };
    return { rows, after: next };
  },
  exported: (entries) => entries.map(({ number, membership, ...entry }) => entry),
});
