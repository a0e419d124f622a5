import { columnsOf, instant, key, type Stored, selectList, table, text } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import type { MessageChannel } from '../platform/channel.ts';

export const optOutReasons = ['REQUESTED', 'STOP', 'UNSUBSCRIBED', 'BOUNCED'] as const;

/** An address that receives no more messages from an account on a channel. */
export type OptOut = Stored<typeof optOuts>;

export const optOuts = table({
  name: 'OptOut',
  tableName: 'opt_outs',
  columns: {
    accountId: key(text(20)),
    channel: key(text<MessageChannel>(5)),
    /** The form of the address that is used for comparison. */
    address: key(text(254)),
    reason: text<(typeof optOutReasons)[number]>(15),
    createdAt: instant,
  },
  indices: [{ name: 'opt_outs_created', columns: ['accountId', 'channel', 'createdAt'] }],
});

export const optOutColumns = selectList(columnsOf(optOuts, 'o'));

/** Returns the addresses that have opted out. All addresses have the form that is used for comparison. */
export async function findOptedOut(
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

type OptOutKey = Pick<OptOut, 'accountId' | 'channel' | 'address'>;

/** A page of a list has at most this many addresses, which one statement reads. */
const mostOfPage = 1000;

/** Returns when an address opted out, or null when it has not. */
export const findOptOutTime = shared<OptOutKey, string | null>(async (database, keys) => {
  const times = new Map<string, string>();
  for (const [list, same] of Map.groupBy(keys, listOf)) {
    const [{ accountId, channel } = { accountId: '', channel: 'EMAIL' }] = same;
    const rows = await database.rows<Pick<OptOut, 'address' | 'createdAt'>>(
      ...bind(
        'SELECT o.address AS address, o.created_at AS createdAt FROM opt_outs o WHERE o.account_id = :accountId AND o.channel = :channel AND o.address IN (:addresses)',
        { accountId, channel, addresses: same.map(({ address }) => address) },
      ),
    );
    for (const { address, createdAt } of rows) times.set(`${list} ${address}`, createdAt);
  }
  return keys.map((key) => times.get(`${listOf(key)} ${key.address}`) ?? null);
}, mostOfPage);

function listOf({ accountId, channel }: OptOutKey): string {
  return `${accountId} ${channel}`;
}

/** Adds an address to the opt-out list. An address that is already on the list stays as it is. */
export async function addOptOut(transaction: Transaction, optOut: Omit<OptOut, 'createdAt'>): Promise<void> {
  const { accountId, channel, address, reason } = optOut;
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO opt_outs (account_id, channel, address, reason, created_at) VALUES (?, ?, ?, ?, ?)`,
    [accountId, channel, address, reason, now()],
  );
}

/** Returns the opt-out of an address, or null when the address has not opted out. */
export async function findOptOut(
  connection: Connection,
  { accountId, channel, address }: OptOutKey,
): Promise<OptOut | null> {
  const [found] = await connection.rows<OptOut>(
    `SELECT ${optOutColumns} FROM opt_outs o WHERE o.account_id = ? AND o.channel = ? AND o.address = ?`,
    [accountId, channel, address],
  );
  return found ?? null;
}

/** Returns the id of an opt-out: its channel and its address. */
export function optOutId({ channel, address }: Pick<OptOut, 'channel' | 'address'>): string {
  return `${channel}:${address}`;
}

/** Returns the opt-outs of these addresses on these channels, in any order. */
export function findOptOuts(
  connection: Connection,
  which: { accountId: string; channels: readonly string[]; addresses: readonly string[] },
): Promise<OptOut[]> {
  return connection.rows<OptOut>(
    ...bind(
      `SELECT ${optOutColumns} FROM opt_outs o
       WHERE o.account_id = :accountId AND o.channel IN (:channels) AND o.address IN (:addresses)`,
      which,
    ),
  );
}

/** Removes an address from the opt-out list, optionally only if it has the given reason. Returns whether it did. */
export async function removeOptOut(
  transaction: Transaction,
  { accountId, channel, address }: OptOutKey,
  reason?: OptOut['reason'],
): Promise<boolean> {
  const removed = await transaction.change(
    `DELETE FROM opt_outs WHERE account_id = ? AND channel = ? AND address = ? ${reason ? 'AND reason = ?' : ''}`,
    [accountId, channel, address, ...(reason ? [reason] : [])],
  );
  return removed > 0;
}
