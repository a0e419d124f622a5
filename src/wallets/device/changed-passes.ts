import type { Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { lastChange, type WalletPass } from '../pass/pass.ts';
import type { WalletDevice } from './device.ts';

/** The maximum number of messages that can count a device at the same time. */
const maxMessages = 20;

export interface ChangedPasses {
  serialNumbers: string[];
  lastUpdated: string;
}

export interface LearningDevice {
  device: number;
  messages: number[];
}

type DeviceQuery = Pick<WalletDevice, 'passType' | 'libraryId'> & { tag: string | null };

/**
 * Returns the changed passes, and the messages that have not counted the device. If the tag is missing, invalid or in
 * the future (after a restore), returns all passes. Calls share a statement, because thousands of phones ask at once
 * after a push.
 */
export const changedPasses = batched<DeviceQuery, { changed: ChangedPasses; learning: LearningDevice }>(
  async (database, asked) => {
    // Read this before the passes, so that no concurrent change is missed.
    const last = await lastChange(database);
    const sinces = asked.map(({ tag }) => sinceOf(tag, last));
    const passes = await passesSince(database, asked, Math.min(...sinces));
    return asked.map((device, index) => {
      const since = sinces[index] ?? always;
      const own = passes.get(keyOf(device)) ?? [];
      const changed = own.filter((pass) => pass.changed > since || (pass.campaignChanged ?? 0) > since);
      return {
        changed: { serialNumbers: changed.map(({ id }) => id).sort(), lastUpdated: String(last) },
        learning: { device: own[0]?.device ?? 0, messages: messagesOf(changed) },
      };
    });
  },
);

/** A number that is earlier than any change. */
const always = -1;

function sinceOf(tag: string | null, last: number): number {
  return tag && /^\d{1,15}$/.test(tag) && Number(tag) <= last ? Number(tag) : always;
}

interface Registered extends Pick<WalletPass, 'id' | 'changed' | 'messageChange'>, Omit<DeviceQuery, 'tag'> {
  device: number;
  countedChange: number;
  campaignChanged: number | null;
  campaignMessageChange: number | null;
}

async function passesSince(database: Database, devices: readonly DeviceQuery[], since: number) {
  const rows = await database.rows<Registered>(
    `SELECT d.pass_type AS passType, d.library_id AS libraryId, d.number AS device, d.counted_change AS countedChange,
         w.id AS id, w.changed AS changed, w.message_change AS messageChange, c.changed AS campaignChanged,
         c.message_change AS campaignMessageChange
       FROM wallet_devices d
       JOIN wallet_registrations r ON r.device = d.number
       JOIN wallet_passes w ON w.id = r.pass_id
       LEFT JOIN wallet_campaigns c ON c.campaign_id = w.campaign_id
       WHERE d.pass_type IN (:passTypes) AND d.library_id IN (:libraryIds)
         AND (w.changed > :since OR c.changed > :since)`,
    {
      passTypes: [...new Set(devices.map(({ passType }) => passType))],
      libraryIds: [...new Set(devices.map(({ libraryId }) => libraryId))],
      since,
    },
  );
  return Map.groupBy(rows, keyOf);
}

function keyOf({ passType, libraryId }: Omit<DeviceQuery, 'tag'>): string {
  return JSON.stringify([passType, libraryId]);
}

function messagesOf(passes: readonly Registered[]): number[] {
  const messages = passes.flatMap(({ messageChange, campaignMessageChange, countedChange }) =>
    [messageChange ?? 0, campaignMessageChange ?? 0].filter((message) => message > countedChange),
  );
  return [...new Set(messages)].sort((one, other) => other - one).slice(0, maxMessages);
}
