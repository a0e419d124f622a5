import { EntitySchema } from 'typeorm';
import { type Instant, instant, now, text } from '../database/columns.ts';
import type { Connection, Transaction } from '../database/database.ts';
import { bind } from '../database/dialect.ts';
import type { MessageChannel } from './message.ts';

export const optOutReasons = ['REQUESTED', 'STOP', 'UNSUBSCRIBED', 'BOUNCED'] as const;

/** An address that gets nothing more from an account on a channel. */
export class OptOut {
  accountId!: string;
  channel!: MessageChannel;
  /** As it is compared. */
  address!: string;
  reason!: (typeof optOutReasons)[number];
  createdAt!: Instant;
}

export const optOuts = new EntitySchema<OptOut>({
  name: 'OptOut',
  tableName: 'opt_outs',
  target: OptOut,
  columns: {
    accountId: { ...text(20), primary: true },
    channel: { ...text(5), primary: true },
    address: { ...text(254), primary: true },
    reason: text(15),
    createdAt: instant,
  },
  indices: [{ name: 'opt_outs_created', columns: ['accountId', 'createdAt'] }],
});

/** Which of the addresses, as they are compared, get nothing. */
export async function optedOut(
  connection: Connection,
  accountId: string,
  channel: MessageChannel,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await connection.rows<{ address: string }>(
    ...bind(
      'SELECT o.address AS address FROM opt_outs o WHERE o.account_id = :accountId AND o.channel = :channel AND o.address IN (:addresses)',
      { accountId, channel, addresses },
    ),
  );
  return new Set(rows.map(({ address }) => address));
}

/** Notes that an address gets nothing more. One that is noted already stays as it is. */
export async function addOptOut(transaction: Transaction, optOut: Omit<OptOut, 'createdAt'>): Promise<void> {
  const { accountId, channel, address, reason } = optOut;
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO opt_outs (account_id, channel, address, reason, created_at) VALUES (?, ?, ?, ?, ?)`,
    [accountId, channel, address, reason, now()],
  );
}
