import type { Transaction } from '../../kernel/database/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { integrationChannels } from '../platform/channel.ts';
import { connect } from './integration.ts';

/** Connects all channels of a new account to the outbox. */
export async function connectOutbox(transaction: Transaction, secrets: Secrets, accountId: string): Promise<void> {
  for (const channel of integrationChannels)
    await connect(transaction, secrets, accountId, { channel, provider: 'CAPTURE', settings: {} });
}
