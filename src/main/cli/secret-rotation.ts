import type { EntitySchema } from 'typeorm';
import { snakeCase } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Value } from '../../kernel/database/statement.ts';
import type { SealedColumns } from '../../kernel/domain.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';

export interface Resealed {
  sealed: number;
  unknown: number;
}

const chunk = 100;

/** Encrypts secrets again with the current secret, without overwriting concurrent changes. */
export async function reseal(
  database: Database,
  secrets: Secrets,
  { schema, columns }: SealedColumns,
): Promise<Resealed> {
  const total = { sealed: 0, unknown: 0 };
  for (const column of columns.map(snakeCase)) {
    for (const prefix of secrets.previousPrefixes) {
      total.sealed += await resealColumn(database, secrets, schema, column, prefix);
    }
    const [left] = await database.rows<{ count: number }>(
      // Encrypted text begins with a key id of eight characters and a dot. No other text does.
      `SELECT COUNT(*) AS count FROM ${schema.options.tableName} WHERE ${column} LIKE '________.%' AND ${column} NOT LIKE ?`,
      [`${secrets.currentPrefix}%`],
    );
    total.unknown += Number(left?.count);
  }
  return total;
}

async function resealColumn(
  database: Database,
  secrets: Secrets,
  { options }: EntitySchema,
  column: string,
  prefix: string,
): Promise<number> {
  const keys = Object.entries(options.columns).flatMap(([name, how]) => (how?.primary ? [snakeCase(name)] : []));
  const named = keys.map((key) => `${key} = ?`).join(' AND ');
  for (let sealed = 0; ; ) {
    const rows = await database.rows<Record<string, string>>(
      `SELECT ${[...keys, column].join(', ')} FROM ${options.tableName} WHERE ${column} LIKE ? LIMIT ${chunk}`,
      [`${prefix}%`],
    );
    if (rows.length === 0) return sealed;
    sealed += await database.transaction(async (transaction) => {
      let changed = 0;
      for (const row of rows) {
        const old = row[column] ?? '';
        const values: Value[] = [secrets.seal(secrets.open(old)), ...keys.map((key) => row[key] ?? null), old];
        const update = `UPDATE ${options.tableName} SET ${column} = ? WHERE ${named} AND ${column} = ?`;
        changed += await transaction.change(update, values);
      }
      return changed;
    });
  }
}
