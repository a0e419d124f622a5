import type { Logger } from 'pino';
import { MoreThan } from 'typeorm';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, hasRow, updateRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { type Loop, startLoop } from '../../kernel/leased-queue/loop.ts';
import { removePasses } from '../device/pass-removal.ts';
import { walletPasses } from '../pass/pass.ts';
import { markPasses } from '../pass/pass-marks.ts';
import { markCampaigns } from '../pass/wallet-campaign.ts';
import { tellOfCampaign, tellOfChanges } from '../telling/told-changes.ts';
import { passesTouched } from './touched-passes.ts';

const positionsAtOnce = 2000;
const idsAtOnce = 500;

/**
 * Follows the event log and marks the passes that show something else now. No operation needs to know of passes: an
 * event of their session, user or campaign is enough. Every process tries; one at a time succeeds.
 */
export function startWalletUpdates(database: Database, log: Logger): Loop {
  return startLoop('wallet-updates', () => followEvents(database, log), {
    wakeups: database.signals.listen('positions'),
    log,
  });
}

/** The sequence that holds the position up to which passes are marked. */
export const walletCursor = 'wallet_updates';

/** Marks the passes of the next events and moves the cursor past them. Returns whether there were any. */
export async function followEvents(database: Database, log: Logger): Promise<boolean> {
  const seen = await positions(database);
  if (seen.last < seen.cursor) return rewind(database, log);
  if (seen.last === seen.cursor) return false;
  return database.transaction(async (transaction) => {
    const [held] = await transaction.rows<{ value: number }>(
      `SELECT value FROM sequences WHERE name = 'wallet_updates' ${transaction.dialect.forUpdateSkipLocked}`,
    );
    const last = await lastPosition(transaction); // by the connection that reads the events
    if (!held || held.value >= last) return false;
    const hasPasses = await hasRow(transaction, walletPasses);
    // A pass that is made from now on shows what these events tell.
    const upTo = hasPasses ? Math.min(last, held.value + positionsAtOnce) : last;
    if (hasPasses) await markTouched(transaction, held.value, upTo);
    await updateRows(transaction, sequences, { name: 'wallet_updates' }, { value: upTo });
    return true;
  });
}

async function markTouched(transaction: Transaction, after: number, upTo: number): Promise<void> {
  const { changed, removed, campaigns } = await passesTouched(transaction, after, upTo);
  for (const ids of chunksOf(changed)) {
    await markPasses(transaction, ids);
    await tellOfChanges(transaction, ids);
  }
  for (const ids of chunksOf(removed)) await removePasses(transaction, ids);
  await markCampaigns(transaction, campaigns);
  for (const campaign of campaigns) await tellOfCampaign(transaction, campaign);
}

/** The ids are sorted, so that transactions that mark the same passes lock them in the same order. */
function chunksOf(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted();
  return Array.from({ length: Math.ceil(sorted.length / idsAtOnce) }, (_, index) =>
    sorted.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
  );
}

/** Moves the cursor back to the end of a log that was restored from a backup without it. */
async function rewind(database: Database, log: Logger): Promise<boolean> {
  const moved = await database.transaction(async (transaction) => {
    const last = await lastPosition(transaction);
    return updateRows(transaction, sequences, { name: 'wallet_updates', value: MoreThan(last) }, { value: last });
  });
  if (moved > 0) log.error('the event log was restored from a backup: wallet passes continue from its last event');
  return moved > 0;
}

async function positions(connection: Connection): Promise<{ cursor: number; last: number }> {
  const rows = await findRows(
    connection,
    sequences,
    { name: ['wallet_updates', 'event_position'] },
    { select: ['name', 'value'] },
  );
  const byName = new Map(rows.map(({ name, value }) => [name, value]));
  return { cursor: byName.get('wallet_updates') ?? 0, last: byName.get('event_position') ?? 0 };
}
