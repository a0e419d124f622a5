import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database } from '../../kernel/database/database.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { isUnsubscribeSignature, type Links } from '../content/rendering.ts';
import { addOptOut, findOptOut } from './opt-out.ts';

export interface Subscription {
  accountId: string;
  accountName: string;
  address: string;
  addressKey: string;
  ended: boolean;
}

export async function findSubscription(
  database: Database,
  links: Pick<Links, 'secrets'>,
  messageId: string,
  signature: string,
): Promise<Subscription | null> {
  if (!idPattern('message').test(messageId) || !isUnsubscribeSignature(links, messageId, signature)) return null;
  const [found] = await database.rows<Omit<Subscription, 'ended'>>(
    `SELECT m.account_id AS accountId, a.name AS accountName, m.address AS address, m.address_key AS addressKey
     FROM messages m JOIN accounts a ON a.id = m.account_id WHERE m.id = ? AND m.channel = 'EMAIL'`,
    [messageId],
  );
  // The address has been erased.
  if (!found?.addressKey) return null;
  const { accountId, addressKey: address } = found;
  return { ...found, ended: (await findOptOut(database, { accountId, channel: 'EMAIL', address })) !== null };
}

export async function unsubscribe(database: Database, { accountId, addressKey }: Subscription): Promise<void> {
  await transactFor(database, accountId, (transaction) =>
    addOptOut(transaction, { accountId, channel: 'EMAIL', address: addressKey, reason: 'UNSUBSCRIBED' }),
  );
}
