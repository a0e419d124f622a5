import { expect } from 'vitest';
import type { Connection, Database } from '../../src/kernel/database/database.ts';
import { findRows, insertRows } from '../../src/kernel/database/rows.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { randomCode } from '../../src/kernel/values/random-ids.ts';
import type { LoyaltyUser } from '../../src/loyalty/user/loyalty-member.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { walletDevices, walletRegistrations } from '../../src/wallets/device/device.ts';
import { type WalletPass, walletPasses } from '../../src/wallets/pass/pass.ts';
import { countingPasses } from '../../src/wallets/pass/pass-counts.ts';
import type { Owner } from './client.ts';

/* Factories of wallets. The rules of make.ts apply. */

interface Saved {
  /** Default: the pass type of `connectApple`. */
  passType?: string;
  amount?: number;
  /** The number of devices that have each pass. */
  devices?: number;
  /** The session of a pass of a coupon. Default: sessions that do not exist. */
  session?: string;
  /** For a loyalty card: the user of the pass. */
  user?: LoyaltyUser;
}

/** Makes passes that phones have saved. Returns the push tokens of the devices, in the order of the passes. */
export async function makeSavedPasses(
  database: Database,
  { account }: Owner,
  campaignId: string,
  { passType = 'pass.example.bakery', amount = 1, devices = 1, session, user }: Saved = {},
): Promise<string[]> {
  const at = now();
  const passes = Array.from(
    { length: amount },
    (): WalletPass => ({
      ...{ id: newId('walletPass'), accountId: account.id, campaignId, platform: 'APPLE', issuer: passType },
      ...{
        session: user ? null : (session ?? randomCode(21)),
        member: user?.number ?? null,
        userId: user?.id ?? null,
      },
      ...{ token: randomCode(32), changed: 0, made: 0, createdAt: at, savedAt: at, removedAt: null, reportedAt: null },
      ...{ message: null, messageChange: null, eventsUntil: null },
    }),
  );
  const subjects = passes.flatMap(({ id }) => Array.from({ length: devices }, () => id));
  const libraries = subjects.map(() => randomCode(32));
  for (let from = 0; from < subjects.length; from += 1000) {
    const part = libraries.slice(from, from + 1000);
    const some = passes.slice(from, from + 1000);
    await database.transaction(async (transaction) => {
      await countingPasses(transaction, some, async () => void (await insertRows(transaction, walletPasses, some)));
      await insertRows(
        transaction,
        walletDevices,
        part.map((libraryId) => ({
          passType,
          libraryId,
          pushToken: `push-${libraryId}`,
          registeredAt: at,
          countedChange: 0,
        })),
      );
      const numbers = await numbersOf(transaction, part);
      await insertRows(
        transaction,
        walletRegistrations,
        part.map((library, index) => ({
          ...{ passId: subjects[from + index] ?? '', device: numbers.get(library) ?? 0, createdAt: at },
        })),
      );
    });
  }
  return libraries.map((library) => `push-${library}`);
}

async function numbersOf(connection: Connection, libraries: string[]): Promise<Map<string, number>> {
  const found = await findRows(connection, walletDevices, { libraryId: libraries });
  return new Map(found.map(({ libraryId, number }) => [libraryId, number]));
}

/** Waits until notifications of a lane have failed, and makes them due again, as if their pause had ended. */
export async function endPause(database: Database, laneId: string): Promise<void> {
  const failed = 'SELECT 1 FROM wallet_notifications t WHERE t.lane_id = ? AND t.failures > 0';
  await expect.poll(async () => (await database.rows(failed, [laneId])).length).toBeGreaterThan(0);
  await database.transaction(async (transaction) => {
    const past = '2026-01-01 00:00:00.000';
    await transaction.change('UPDATE wallet_notifications SET due_at = ? WHERE lane_id = ? AND failures > 0', [
      past,
      laneId,
    ]);
    await transaction.change('UPDATE wallet_lanes SET next_due_at = ? WHERE id = ?', [past, laneId]);
    transaction.signal('notifications');
  });
}
