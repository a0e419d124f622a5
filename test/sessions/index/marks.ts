import type { Database } from '../../../src/kernel/database/database.ts';

/** Returns the marks and keys that a database lacks or has too many of. */
export async function misfitsOf(database: Database): Promise<object[]> {
  const [marks, keys] = [
    ['opened', 'claimed', 'validated'].map(
      (kind) =>
        `SELECT s.coupon_id AS scope, '${kind}' AS kind, CAST(s.${kind}_at AS CHAR(23)) AS value, s.sequence AS sequence
         FROM coupon_sessions s WHERE s.${kind}_at IS NOT NULL`,
    ),
    Object.entries({ email: 'email_key', phone: 'phone_key', customId: 'custom_id' }).map(
      ([field, column]) =>
        `SELECT s.account_id AS scope, '${field}' AS kind, s.${column} AS value, s.sequence AS sequence
         FROM coupon_sessions s WHERE s.${column} IS NOT NULL`,
    ),
  ];
  const expected = await database.rows<Entry>([...marks, ...keys].join(' UNION ALL '));
  const found = await database.rows<Entry>(
    `SELECT m.coupon_id AS scope, m.kind AS kind, CAST(m.at AS CHAR(23)) AS value, m.sequence AS sequence
     FROM session_marks m
     UNION ALL SELECT k.account_id, k.field, k.value, k.sequence FROM session_search_keys k`,
  );
  const textsOf = (entries: Entry[]) => entries.map((entry) => JSON.stringify(Object.values(entry)));
  const [wanted, given] = [new Set(textsOf(expected)), new Set(textsOf(found))];
  return [...wanted.symmetricDifference(given)].map((entry) => ({ entry, isMissing: wanted.has(entry) }));
}

interface Entry {
  scope: string;
  kind: string;
  value: string;
  sequence: number;
}
