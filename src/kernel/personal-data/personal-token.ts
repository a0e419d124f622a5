import { key, type Stored, table, text } from '../database/columns.ts';
import type { Connection, Transaction } from '../database/database.ts';
import { insertRows } from '../database/row-insertion.ts';
import { bind } from '../database/statement.ts';
import type { FoundRows } from './personal-noun.ts';
import type { SoughtPerson } from './sought-person.ts';

/**
 * How nouns refer to rows of a person: by an id (also the code of a session), the code of a session, the number of a
 * membership, or the position of an event.
 */
export type TokenKind = 'ID' | 'SESSION' | 'MEMBERSHIP' | 'POSITION';

/** Something that refers to a person while a job looks for the person's data. The job removes its tokens at its end. */
type PersonalToken = Stored<typeof personalTokens>;

export const personalTokens = table({
  name: 'PersonalToken',
  tableName: 'personal_tokens',
  columns: {
    jobId: key(text(20)),
    kind: key(text<TokenKind>(10)),
    value: key(text(40)),
  },
});

export async function addTokens(
  transaction: Transaction,
  { jobId }: SoughtPerson,
  tokens: readonly Omit<PersonalToken, 'jobId'>[],
): Promise<void> {
  const rows = tokens.map(({ kind, value }) => ({ jobId, kind, value }));
  await insertRows(transaction, personalTokens, rows, { insert: transaction.dialect.insertIfAbsent });
}

const tokensAtOnce = 500;

/** Returns the next tokens of a kind after one of them. */
export async function nextTokens(
  connection: Connection,
  { jobId }: SoughtPerson,
  kind: TokenKind,
  after: string | null,
): Promise<{ values: string[]; after: FoundRows<object>['after'] }> {
  const rows = await connection.rows<{ value: string }>(
    `SELECT t.value AS value FROM personal_tokens t WHERE t.job_id = ? AND t.kind = ? AND t.value > ?
     ORDER BY t.value LIMIT ${tokensAtOnce}`,
    [jobId, kind, after ?? ''],
  );
  const values = rows.map(({ value }) => value);
  return { values, after: values.length < tokensAtOnce ? null : (values.at(-1) ?? null) };
}

const idOrSession = /(?<![0-9a-z])(?:[a-z]{3}_[0-9a-z]{12,20}|[0-9a-z]{21})(?![0-9a-z])/g;

/** Returns which of the texts contain an id of the person. */
export async function findReferring(
  connection: Connection,
  { jobId }: SoughtPerson,
  texts: readonly (string | null)[],
): Promise<boolean[]> {
  const ids = texts.map((text) => new Set(text?.match(idOrSession) ?? []));
  const all = [...new Set(ids.flatMap((each) => [...each]))];
  const known = new Set<string>();
  for (let done = 0; done < all.length; done += tokensAtOnce) {
    const rows = await connection.rows<{ value: string }>(
      ...bind(
        `SELECT t.value AS value FROM personal_tokens t WHERE t.job_id = :jobId AND t.kind = 'ID' AND t.value IN (:values)`,
        { jobId, values: all.slice(done, done + tokensAtOnce) },
      ),
    );
    for (const { value } of rows) known.add(value);
  }
  return ids.map((each) => [...each].some((id) => known.has(id)));
}

const removedAtOnce = 5000;

/** Removes tokens of an ended job, and returns whether none are left. */
export async function removeTokens(transaction: Transaction, jobId: string): Promise<boolean> {
  const removed = await transaction.change(`DELETE FROM personal_tokens WHERE job_id = ? LIMIT ${removedAtOnce}`, [
    jobId,
  ]);
  return removed < removedAtOnce;
}
