import { LessThan, MoreThan } from 'typeorm';
import { instant, key, type Stored, table, text } from '../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../kernel/database/database.ts';
import { deleteRows, findRows, insertRows } from '../kernel/database/rows.ts';
import { yieldToEventLoop } from '../kernel/values/event-loop.ts';
import { daysAgo, realNow } from '../kernel/values/instant.ts';
import type { SoughtPerson } from './sought-person.ts';

/** How nouns refer to rows of a person. `ID` includes session codes. `POSITION` is the position of an event. */
export type TokenKind = 'ID' | 'SESSION' | 'MEMBER' | 'POSITION';

/**
 * A reference to a person, for the duration of a job. If an erasure ends early, its references stay for the next one.
 */
type PersonalToken = Stored<typeof personalTokens>;

export const personalTokens = table({
  name: 'PersonalToken',
  tableName: 'personal_tokens',
  columns: {
    /** For an erasure, a keyed hash of the address. For an export, the job. */
    person: key(text(50)),
    kind: key(text<TokenKind>(10)),
    value: key(text(40)),
    createdAt: instant,
  },
  indices: [{ name: 'personal_tokens_created', columns: ['createdAt'] }],
});

export async function addTokens(
  transaction: Transaction,
  { key: person }: SoughtPerson,
  tokens: readonly Pick<PersonalToken, 'kind' | 'value'>[],
): Promise<void> {
  const createdAt = realNow();
  const rows = tokens.map(({ kind, value }) => ({ person, kind, value, createdAt }));
  await insertRows(transaction, personalTokens, rows, { insert: transaction.dialect.insertIfAbsent });
}

const tokensAtOnce = 500;

export async function nextTokens(
  connection: Connection,
  { key: person }: SoughtPerson,
  kind: TokenKind,
  after: string | null,
  max = tokensAtOnce,
): Promise<{ values: string[]; after: string | null }> {
  const rows = await findRows(
    connection,
    personalTokens,
    { person, kind, value: MoreThan(after ?? '') },
    { select: ['value'], order: { value: 'ASC' }, take: max },
  );
  const values = rows.map(({ value }) => value);
  return { values, after: values.length < max ? null : (values.at(-1) ?? null) };
}

const idOrSession = /(?<![0-9a-z])(?:[a-z]{3}_[0-9a-z]{12,20}|[0-9a-z]{21})(?![0-9a-z])/g;

export async function findReferring(
  connection: Connection,
  person: SoughtPerson,
  texts: readonly (string | null)[],
): Promise<boolean[]> {
  const ids: Set<string>[] = [];
  for (const text of texts) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    ids.push(idsIn(text));
  }
  const known = await findIds(connection, person, new Set(ids.flatMap((each) => [...each])));
  return ids.map((each) => [...each].some((id) => known.has(id)));
}

export function idsIn(text: string | null): Set<string> {
  return new Set(text?.match(idOrSession) ?? []);
}

export async function findIds(
  connection: Connection,
  { key: person }: SoughtPerson,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const all = [...ids];
  const known = new Set<string>();
  for (let done = 0; done < all.length; done += tokensAtOnce) {
    const rows = await findRows(
      connection,
      personalTokens,
      { person, kind: 'ID', value: all.slice(done, done + tokensAtOnce) },
      { select: ['value'] },
    );
    for (const { value } of rows) known.add(value);
  }
  return known;
}

const removedAtOnce = 5000;

export async function removeTokens(transaction: Transaction, person: string): Promise<boolean> {
  const removed = await deleteRows(transaction, personalTokens, { person }, removedAtOnce);
  return removed < removedAtOnce;
}

const keptDays = 90;

export function pruneTokens(database: Database): Promise<number> {
  return database.transaction((transaction) =>
    deleteRows(transaction, personalTokens, { createdAt: LessThan(daysAgo(keptDays)) }, removedAtOnce),
  );
}
