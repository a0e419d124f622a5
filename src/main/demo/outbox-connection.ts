import { apiKeys } from '../../accounts/api-key/api-key.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { connect, integrations } from '../../messaging/integration/integration.ts';
import { integrationChannels } from '../../messaging/platform/channel.ts';

/** Connects those channels of the demo account to the outbox that have never been connected. */
export async function connectOutbox(database: Database, secrets: Secrets, keyId: string): Promise<void> {
  const key = await database.manager.findOneBy(apiKeys, { id: keyId });
  if (!key) return; // the demo is in another database
  const { accountId } = key;
  const known = await database.manager.findBy(integrations, { accountId });
  const missing = integrationChannels.filter((channel) => known.every((one) => one.channel !== channel));
  await database.transaction(async (transaction) => {
    for (const channel of missing) {
      await connect(transaction, secrets, accountId, { channel, provider: 'CAPTURE', settings: {} });
    }
  });
}
