import { createHmac, randomBytes } from 'node:crypto';
import { key, table, text } from '../kernel/database/columns.ts';
import type { Connection, Transaction } from '../kernel/database/database.ts';
import { findRows } from '../kernel/database/rows.ts';
import { processRuntime } from '../kernel/security/runtime.ts';

/** The random key of lasting hashes. A change of the secret encrypts it again, so the hashes stay valid. */
export const lastingKeys = table({
  name: 'LastingKey',
  tableName: 'lasting_keys',
  columns: {
    name: key(text(20)),
    sealed: text(200),
  },
});

/** The beginning of every hash. No address begins like this. */
export const hashPrefix = '#';

/** Returns the keyed hashes of texts, or null if nothing was ever hashed. */
export async function findHashes(connection: Connection, texts: readonly string[]): Promise<string[] | null> {
  const secret = await readKey(connection);
  if (!secret) return null;
  return texts.map((each) => hashPrefix + createHmac('sha256', secret).update(each).digest('base64url'));
}

export async function hashOf(transaction: Transaction, text: string): Promise<string> {
  const sealed = processRuntime().secrets.seal(randomBytes(32).toString('base64url'));
  await transaction.change(`${transaction.dialect.insertIfAbsent} INTO lasting_keys (name, sealed) VALUES (?, ?)`, [
    nameOfKey,
    sealed,
  ]);
  const [hash] = (await findHashes(transaction, [text])) ?? [];
  if (!hash) throw new Error('the key of the hashes was stored but cannot be found');
  return hash;
}

const nameOfKey = 'addresses';

async function readKey(connection: Connection): Promise<string | null> {
  const [found] = await findRows(connection, lastingKeys, { name: nameOfKey }, { select: ['sealed'] });
  return found ? processRuntime().secrets.open(found.sealed) : null;
}
