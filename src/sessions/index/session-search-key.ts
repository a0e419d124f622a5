import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';

const properties = { email: 'emailKey', phone: 'phoneKey', customId: 'customId' } as const;
type Field = keyof typeof properties;
const fields = Object.keys(properties) as Field[];
export type KeyField = Exclude<Field, 'customId'>;

/** The values of `email_key`, `phone_key` and `custom_id`. A session without them has no rows here. */
type SessionSearchKey = Stored<typeof sessionSearchKeys>;

export const sessionSearchKeys = table({
  name: 'SessionSearchKey',
  tableName: 'session_search_keys',
  columns: {
    accountId: column.key(column.text(20)),
    field: column.key(column.text<Field>(10)),
    value: column.key(column.text(254)),
    sequence: column.key(column.bigNumber),
  },
});

export interface Keyed {
  accountId: string;
  sequence: number;
  emailKey?: string | null;
  phoneKey?: string | null;
  customId?: string | null;
}

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

/** Locks the session, and returns the data for its search keys. Undefined if there is no session. */
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

export async function changeCustomId(transaction: Transaction, former: Keyed, customId: string | null): Promise<void> {
  if (former.customId === customId) return;
  await removeKeys(transaction, [former]);
  const { accountId, sequence } = former;
  const { insertIfAbsent } = transaction.dialect;
  await insertRows(transaction, sessionSearchKeys, keysOf({ accountId, sequence, customId }), {
    insert: insertIfAbsent,
  });
}

export async function removeKeys(transaction: Transaction, sessions: readonly Keyed[]): Promise<void> {
  const found = sessions.flatMap(keysOf);
  for (const field of fields) {
    const keys = found.filter((key) => key.field === field);
    if (keys.length === 0) continue;
    // `+ 0` keeps servers from combining every value with every number.
    await transaction.change(
      `DELETE FROM session_search_keys WHERE account_id = :accountId AND field = '${field}'
         AND value IN (:values) AND sequence + 0 IN (:sequences)`,
      {
        accountId: keys[0]?.accountId,
        values: keys.map(({ value }) => value),
        sequences: keys.map(({ sequence }) => sequence),
      },
    );
  }
}

export const removeSearchKeys = removeRows('session_search_keys', 'account_id', 500);
