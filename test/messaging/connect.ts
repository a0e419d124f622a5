import type { Database } from '../../src/kernel/database/database.ts';
import type { Client } from '../support/client.ts';
import { makeIntegration } from '../support/make.ts';

const from = 'Bakery <mail@bakery.example>';

/** Connects the account of the client with platforms for emails, sent by a bakery, and for SMS. */
export async function connect(database: Database, { owner }: Client): Promise<void> {
  await makeIntegration(database, owner, { provider: 'SMTP', settings: { from } as never });
  await makeIntegration(database, owner, { channel: 'SMS' });
}
