import type { Transaction } from '../../kernel/database/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { integrationChannels } from '../platform/channel.ts';
import { connect, integrations } from './integration.ts';

/** Connects those channels of an account to the outbox that have never been connected. */
export async function connectOutbox(transaction: Transaction, secrets: Secrets, accountId: string): Promise<void> {
  const known = await transaction.manager.findBy(integrations, { accountId });
  for (const channel of integrationChannels) {
    if (known.some((one) => one.channel === channel)) continue;
    await connect(transaction, secrets, accountId, { channel, provider: 'CAPTURE', settings: {} });
  }
}
