import { apiKeys } from '../../accounts/api-key/api-key.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { connectOutbox } from '../../messaging/integration/outbox-channels.ts';

/** Connects those channels of the demo account to the outbox that have never been connected. */
export async function connectDemo(database: Database, secrets: Secrets, keyId: string): Promise<void> {
  const key = await database.manager.findOneBy(apiKeys, { id: keyId });
  if (!key) return; // the demo is in another database
  await database.transaction((transaction) => connectOutbox(transaction, secrets, key.accountId));
}
