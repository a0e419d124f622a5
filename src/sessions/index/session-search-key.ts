import { bigNumber, key, type Stored, table, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';

const fields = ['email', 'phone'] as const;
export type KeyField = (typeof fields)[number];

/**
 * The email address or phone number of a session, in the form in which searches compare it: the values of the columns
 * `email_key` and `phone_key`. Sessions without them have no rows here.
 */
type SessionSearchKey = Stored<typeof sessionSearchKeys>;

export const sessionSearchKeys = table({
  name: 'SessionSearchKey',
  tableName: 'session_search_keys',
  columns: {
    accountId: key(text(20)),
    field: key(text<KeyField>(10)),
    value: key(text(254)),
    sequence: key(bigNumber),
  },
});

/** The columns from which the keys of a session are made. */
export interface Keyed {
  accountId: string;
  sequence: number;
  emailKey?: string | null;
  phoneKey?: string | null;
}

/** Inserts the keys of new sessions. */
export async function insertKeys(transaction: Transaction, sessions: readonly Keyed[]): Promise<void> {
  await insertRows(transaction, sessionSearchKeys, sessions.flatMap(keysOf));
}

function keysOf(session: Keyed): SessionSearchKey[] {
  const { accountId, sequence } = session;
  return fields.flatMap((field) => {
    const value = session[`${field}Key`];
    return value ? [{ accountId, field, value, sequence }] : [];
  });
}

/** Adds the keys of the sessions `s` that meet the condition, unless they exist. Locks the sessions. */
export async function addKeys(
  transaction: Transaction,
  where: string,
  values: Record<string, Value | readonly string[]>,
): Promise<void> {
  for (const field of fields)
    await transaction.change(
      ...bind(
        `${transaction.dialect.insertIfAbsent} INTO session_search_keys (account_id, field, value, sequence)
         SELECT s.account_id, '${field}', s.${field}_key, s.sequence FROM coupon_sessions s
         WHERE ${where} AND s.${field}_key IS NOT NULL ${transaction.dialect.forShare}`,
        values,
      ),
    );
}

/** Removes the keys of sessions of one account. */
export async function removeKeys(transaction: Transaction, sessions: readonly Keyed[]): Promise<void> {
  const found = sessions.flatMap(keysOf);
  for (const field of fields) {
    const keys = found.filter((key) => key.field === field);
    if (keys.length === 0) continue;
    // `+ 0` keeps servers from looking for each value together with each number.
    await transaction.change(
      ...bind(
        `DELETE FROM session_search_keys WHERE account_id = :accountId AND field = '${field}'
         AND value IN (:values) AND sequence + 0 IN (:sequences)`,
        {
          accountId: keys[0]?.accountId,
          values: keys.map(({ value }) => value),
          sequences: keys.map(({ sequence }) => sequence),
        },
      ),
    );
  }
}

/** Removes some of all keys, and returns their number. */
export function clearKeys(transaction: Transaction, most: number): Promise<number> {
  return transaction.change(`DELETE FROM session_search_keys LIMIT ${most}`);
}
