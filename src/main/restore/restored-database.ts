import type { Logger } from 'pino';
import { MoreThan } from 'typeorm';
import { directorySignIns, singleSignOns } from '../../directories/sign-in/sign-in.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { markRestored, unmarkRestored } from '../../kernel/database/engines/backup/restore-marker.ts';
import { hasRow, plus, updateRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { events } from '../../kernel/event-log/event.ts';
import { assignNextPositions, lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { type LogGap, openGap } from '../../kernel/event-log/log-gap.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { personLinks } from '../../people/link/person-link.ts';
import { signIns } from '../../people/sign-in/person-sign-in.ts';
import {
  countDrawingCoupons,
  type KeptCodes,
  noteGivenCodes,
  withholdCodes,
} from '../../sessions/validation-code/reserved-restored-codes.ts';
import { counting } from '../../statistics/counting/event-counting.ts';
import { walletUpdates } from '../../wallets/update/wallet-updates.ts';
import { fanOut } from '../../webhooks/fan-out/fan-out-worker.ts';
import { type LostEvent, lastChange, lostEvents, numbersToSkip } from './lost-changes.ts';
import { holdPerhapsSent, type PerhapsSent } from './perhaps-sent.ts';
import type { Sending } from './stopped-jobs.ts';

export interface RestoreSettings {
  /** The lost database. If it can still be read, it makes the report exact. */
  lost: Database | null;
  /** A position that somebody has already seen, such as the last position of a consumer. */
  seenPosition: number;
  /** The kinds of items to send again, even if they may already have been sent. */
  sendAgain: ReadonlySet<Sending>;
  /** The maximum number of codes that each pool may have given away since the backup. Null if unknown. */
  codesGiven: number | null;
}

export interface RestoreReport {
  lastChange: Instant | null;
  /** The position of the last event. New events come after `continuesAfter`. */
  position: number;
  continuesAfter: number;
  lostEvents: { exactly: number } | { min: number; max: number };
  lostByType?: Record<string, number>;
  lost?: LostEvent[];
  perhapsSent: PerhapsSent;
  sentAgain: Sending[];
  /** Codes in pools that are withheld, or that were given away according to the lost database. */
  codes: KeptCodes[];
  /** The number of coupons that may draw a lost code again. */
  couponsThatDrawCodes: number;
  ended: { signIns: number; memberSignIns: number; links: number };
  milliseconds: number;
}

const followers = [fanOut, walletUpdates, counting];

/** The maximum number of lost events to list. Any others are only counted. */
const maxListed = 100_000;

/**
 * Reconciles a restored database with what happened after the backup. No process may use the database in the meantime.
 * The function can be called again.
 */
export async function finishRestore(
  database: Database,
  log: Logger,
  { lost, seenPosition, sendAgain, codesGiven }: RestoreSettings,
): Promise<RestoreReport> {
  const began = performance.now();
  const position = await database.transaction(async (transaction) =>
    markRestored(transaction, await lastPosition(transaction)),
  );
  const since = await lastChange(database);
  const skipped = await numbersToSkip(database, lost, since);
  await readOn(database, log);
  const gap = await skipNumbers(database, skipped, seenPosition);
  // Others may know these events by other positions.
  while (await hasRow(database, events, { position: null })) await assignNextPositions(database);
  await readOn(database, log);
  const gone = await lossOf(database, lost, { position, gap, seenPosition });
  const perhapsSent = await holdPerhapsSent(database, lost, sendAgain);
  const codes = lost ? await noteGivenCodes(database, lost) : await withholdCodes(database, codesGiven);
  const ended = await endSignIns(database);
  await database.transaction(unmarkRestored);
  return {
    lastChange: since,
    position,
    continuesAfter: gap.upTo,
    ...gone,
    perhapsSent,
    sentAgain: [...sendAgain],
    codes,
    couponsThatDrawCodes: lost ? 0 : await countDrawingCoupons(database),
    ended,
    milliseconds: Math.round(performance.now() - began),
  };
}

/** Runs the followers to the end of the log. Only from there can they skip a gap. */
async function readOn(database: Database, log: Logger): Promise<void> {
  for (const follower of followers) while (await follower.next(database, log));
}

async function skipNumbers(database: Database, skipped: ReadonlyMap<string, number>, seenPosition: number) {
  return database.transaction(async (transaction) => {
    for (const [name, amount] of skipped)
      if (name !== 'event_position') await updateRows(transaction, sequences, { name }, { value: plus(amount) });
    const last = await lastPosition(transaction);
    const amount = Math.max(skipped.get('event_position') ?? 0, seenPosition - last, 1);
    return openGap(transaction, { last, amount, cursors: followers.map(({ cursor }) => cursor) });
  });
}

async function lossOf(
  restored: Connection,
  lost: Connection | null,
  { position, gap, seenPosition }: { position: number; gap: LogGap; seenPosition: number },
): Promise<Pick<RestoreReport, 'lostEvents' | 'lostByType' | 'lost'>> {
  if (!lost) return { lostEvents: { min: Math.max(0, seenPosition - position), max: gap.upTo - position } };
  const byType: Record<string, number> = {};
  const listed: LostEvent[] = [];
  let amount = 0;
  for await (const event of lostEvents(restored, lost, position)) {
    amount += 1;
    byType[event.type] = (byType[event.type] ?? 0) + 1;
    if (amount <= maxListed) listed.push(event);
  }
  return { lostEvents: { exactly: amount }, lostByType: byType, lost: listed };
}

/** Ends all sign-ins and links: since the backup, some of them may have become invalid or been used. */
async function endSignIns(database: Database): Promise<RestoreReport['ended']> {
  const at = now();
  const open = { expiresAt: MoreThan(at) };
  const ended = { expiresAt: at };
  return database.transaction(async (transaction) => ({
    signIns: await updateRows(transaction, signIns, open, ended),
    memberSignIns: await updateRows(transaction, directorySignIns, open, ended),
    links:
      (await updateRows(transaction, personLinks, { ...open, usedAt: null, revokedAt: null }, { revokedAt: at })) +
      (await updateRows(transaction, singleSignOns, { ...open, usedAt: null }, ended)),
  }));
}
