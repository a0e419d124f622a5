import { bigNumber, key, type Stored, table, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';

/** The fields of a session by which it is found, and the properties in the form in which searches compare them. */
const properties = { email: 'emailKey', phone: 'phoneKey', customId: 'customId' } as const;
type Field = keyof typeof properties;
const fields = Object.keys(properties) as Field[];
export type KeyField = Exclude<Field, 'customId'>;

/**
 * The email address, phone number or custom id of a session: the values of the columns `email_key`, `phone_key` and
 * `custom_id`. Sessions without them have no rows here.
 */
type SessionSearchKey = Stored<typeof sessionSearchKeys>;

export const sessionSearchKeys = table({
  name: 'SessionSearchKey',
  tableName: 'session_search_keys',
  columns: {
    accountId: key(text(20)),
    field: key(text<Field>(10)),
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
  customId?: string | null;
}

/** Inserts the keys of new sessions. */
export async function insertKeys(transaction: Transaction, sessions: readonly Keyed[]): Promise<void> {
  await insertRows(transaction, sessionSearchKeys, sessions.flatMap(keysOf));
}

function keysOf(session: Keyed): SessionSearchKey[] {
  const { accountId, sequence } = session;
  return fields.flatMap((field) => {
    const value = session[properties[field]];
    return value ? [{ accountId, field, value, sequence }] : [];
  });
}

/** Locks a session whose custom id is about to change, and returns what its key is made from. */
export async function lockCustomId(
  transaction: Transaction,
  { session, accountId }: { session: string; accountId: string },
): Promise<Keyed | undefined> {
  const [found] = await transaction.rows<Keyed>(
    `SELECT s.account_id AS accountId, s.sequence AS sequence, s.custom_id AS customId FROM coupon_sessions s
     WHERE s.session = ? AND s.account_id = ? ${transaction.dialect.forUpdate}`,
    [session, accountId],
  );
  return found;
}

/** Replaces the key of a session's custom id. */
export async function changeCustomId(transaction: Transaction, former: Keyed, customId: string | null): Promise<void> {
  if (former.customId === customId) return;
  await removeKeys(transaction, [former]);
  const { accountId, sequence } = former;
  const { insertIfAbsent } = transaction.dialect;
  await insertRows(transaction, sessionSearchKeys, keysOf({ accountId, sequence, customId }), {
    insert: insertIfAbsent,
  });
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

/** Removes the keys of an account that are left when its sessions are gone. */
export const removeSearchKeys = removeRows('session_search_keys', 'account_id', 500);
