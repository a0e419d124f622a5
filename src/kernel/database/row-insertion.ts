import type { EntitySchema } from 'typeorm';
import { snakeCase } from './columns.ts';
import type { Transaction } from './database.ts';
import type { Value } from './statement.ts';

const most = 256;

const few = 16;

/**
 * Inserts rows with the same properties in prepared statements of 256, 128, 64, 32 and at most 16 rows, which is fast
 * and keeps the number of prepared statements small. `insert` and `ending` determine what happens to rows whose key
 * already exists.
 */
export async function insertRows<Noun>(
  transaction: Transaction,
  schema: EntitySchema<Noun>,
  rows: readonly { [Property in keyof Noun]?: Noun[Property] & Value }[],
  { insert = 'INSERT', ending = '' }: { insert?: string; ending?: string } = {},
): Promise<void> {
  const properties = Object.keys(rows[0] ?? {}) as (keyof Noun & string)[];
  const begin = `${insert} INTO ${schema.options.tableName} (${properties.map(snakeCase).join(', ')}) VALUES `;
  const places = `(${properties.map(() => '?').join(', ')})`;
  for (let done = 0, size = most; done < rows.length; ) {
    const left = rows.length - done;
    if (left <= few) size = left;
    else while (size > left) size /= 2;
    const part = rows.slice(done, done + size);
    const values = part.flatMap((row) => properties.map((property) => row[property] ?? null));
    await transaction.change(`${begin}${Array<string>(size).fill(places).join(', ')} ${ending}`, values as Value[]);
    done += size;
  }
}
