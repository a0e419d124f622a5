import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { addRow, deleteRows, findRows, hasRow } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { findHashes, hashOf, hashPrefix } from '../../personal-data/address-hash.ts';
import { personalNoun } from '../../personal-data/personal-noun.ts';
import { spellingsOf } from '../../personal-data/sought-person.ts';
import type { MessageChannel } from '../platform/channel.ts';

const optOutReasons = ['REQUESTED', 'STOP', 'UNSUBSCRIBED', 'BOUNCED'] as const;

export type OptOut = Stored<typeof optOuts>;

export const optOuts = table({
  name: 'OptOut',
  tableName: 'opt_outs',
  columns: {
    accountId: column.key(column.text(20)),
    channel: column.key(column.text<MessageChannel>(5)),
    /** The address. After the person's data has been erased, a keyed hash of it. */
    address: column.key(column.text(254)),
    reason: column.text<(typeof optOutReasons)[number]>(15),
    createdAt: column.instant,
  },
  indices: [{ name: 'opt_outs_created', columns: ['accountId', 'channel', 'createdAt'] }],
});

/** Returns the text to hash. An address has a different hash in every account and channel. */
function hashedTextOf({ accountId, channel, address }: OptOutKey): string {
  return `opt-out ${accountId} ${channel} ${address}`;
}

/** Returns the addresses by the texts under which the list may contain them: the addresses and their hashes. */
async function listedAs(
  connection: Connection,
  accountId: string,
  channel: MessageChannel,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map(addresses.map((address) => [address, address]));
  const isHash = And(MoreThanOrEqual(hashPrefix), LessThan(endOfPrefix(hashPrefix)));
  if (!(await hasRow(connection, optOuts, { accountId, channel, address: isHash }))) return names;
  const hashes = await findHashes(
    connection,
    addresses.map((address) => hashedTextOf({ accountId, channel, address })),
  );
  hashes?.forEach((hash, index) => {
    names.set(hash, addresses[index] ?? '');
  });
  return names;
}

export async function findOptedOut(
  connection: Connection,
  accountId: string,
  channel: MessageChannel,
  addresses: readonly string[],
): Promise<Set<string>> {
  return new Set((await findOf(connection, accountId, channel, addresses)).map(({ address }) => address));
}

async function findOf(
  connection: Connection,
  accountId: string,
  channel: MessageChannel,
  addresses: readonly string[],
): Promise<OptOut[]> {
  if (addresses.length === 0) return [];
  const names = await listedAs(connection, accountId, channel, addresses);
  const rows = await findRows(connection, optOuts, { accountId, channel, address: [...names.keys()] });
  return rows.map((row) => ({ ...row, address: names.get(row.address) ?? row.address }));
}

type OptOutKey = Pick<OptOut, 'accountId' | 'channel' | 'address'>;

/** The maximum number of addresses on a page of a list. */
const maxOfPage = 1000;

export const findOptOutTime = batched<OptOutKey, string | null>(async (database, keys) => {
  const times = new Map<string, string>();
  for (const [list, same] of Map.groupBy(keys, listOf)) {
    const [{ accountId, channel } = { accountId: '', channel: 'EMAIL' as const }] = same;
    const addresses = same.map(({ address }) => address);
    const rows = await findOf(database, accountId, channel, addresses);
    for (const { address, createdAt } of rows) times.set(`${list} ${address}`, createdAt);
  }
  return keys.map((key) => times.get(`${listOf(key)} ${key.address}`) ?? null);
}, maxOfPage);

function listOf({ accountId, channel }: OptOutKey): string {
  return `${accountId} ${channel}`;
}

/** Adds an address. One that is already on the list stays unchanged. */
export async function addOptOut(transaction: Transaction, optOut: Omit<OptOut, 'createdAt'>): Promise<void> {
  if (await findOptOut(transaction, optOut)) return;
  const { accountId, channel, address, reason } = optOut;
  await addRow(transaction, optOuts, { accountId, channel, address, reason, createdAt: now() });
}

export async function findOptOut(
  connection: Connection,
  { accountId, channel, address }: OptOutKey,
): Promise<OptOut | null> {
  const [found] = await findOf(connection, accountId, channel, [address]);
  return found ?? null;
}

export function optOutId({ channel, address }: Pick<OptOut, 'channel' | 'address'>): string {
  return `${channel}:${address}`;
}

export async function findOptOuts(
  connection: Connection,
  which: { accountId: string; channels: readonly MessageChannel[]; addresses: readonly string[] },
): Promise<OptOut[]> {
  const channels = [...new Set(which.channels)];
  const found = channels.map((channel) => findOf(connection, which.accountId, channel, which.addresses));
  return (await Promise.all(found)).flat();
}

/** Removes an opt-out. If `reason` is given, removes it only if it has that reason. Returns whether it was removed. */
export async function removeOptOut(
  transaction: Transaction,
  { accountId, channel, address }: OptOutKey,
  reason?: OptOut['reason'],
): Promise<boolean> {
  const names = await listedAs(transaction, accountId, channel, [address]);
  const which = { accountId, channel, address: [...names.keys()], ...(reason && { reason }) };
  return (await deleteRows(transaction, optOuts, which)) > 0;
}

export const removeOptOuts = removeRows('opt_outs', 'account_id', 500);

/** The opt-outs of a person. An erasure keeps them as keyed hashes, so that the person still gets no messages. */
export const personalOptOuts = personalNoun<OptOut>({
  name: 'optOuts',
  next: async (connection, person) => {
    const rows = await findRows(connection, optOuts, {
      accountId: person.accountId,
      channel: person.email ? 'EMAIL' : 'SMS',
      address: spellingsOf(person),
    });
    return { rows, after: null };
  },
  exported: (optOuts) => optOuts.map(({ accountId, ...optOut }) => optOut),
  erase: async (transaction, _person, found) => {
    for (const optOut of found) {
      const { accountId, channel, address } = optOut;
      await addRow(transaction, optOuts, { ...optOut, address: await hashOf(transaction, hashedTextOf(optOut)) });
      await deleteRows(transaction, optOuts, { accountId, channel, address });
    }
  },
});
