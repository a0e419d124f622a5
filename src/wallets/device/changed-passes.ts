import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type Instant, toInstant } from '../../kernel/values/instant.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { WalletDevice } from './device.ts';

/** A change that commits late must not be missed, so a tag names a time in the past. A repeated fetch costs little. */
const lateMilliseconds = 5000;

/** The passes that changed, and the tag with which the device asks next time. */
export interface ChangedPasses {
  serialNumbers: string[];
  lastUpdated: string;
}

/** A device, and the tag with which it asks. */
type Asked = Pick<WalletDevice, 'passType' | 'libraryId'> & { tag: string | null };

/**
 * Returns the passes of a device that changed since its tag; all passes without a tag or with one that is none.
 * Simultaneous calls share a statement, because after a push message thousands of phones ask at once.
 */
export const changedPasses = shared<Asked, ChangedPasses>(async (database, asked) => {
  const lastUpdated = String(Date.now() - lateMilliseconds);
  const sinces = asked.map(({ tag }) => (tag && /^\d{1,15}$/.test(tag) ? toInstant(new Date(Number(tag))) : always));
  const passes = await passesSince(database, asked, sinces.toSorted()[0] ?? always);
  return asked.map((device, index) => {
    const since = sinces[index] ?? always;
    const own = passes.get(keyOf(device)) ?? [];
    const changed = own.filter((pass) => pass.changedAt > since || (pass.campaignChangedAt ?? '') > since);
    return { serialNumbers: changed.map(({ id }) => id).sort(), lastUpdated };
  });
});

/** Earlier than any change. */
const always: Instant = '1000-01-01 00:00:00.000';

interface Registered extends Pick<WalletPass, 'id' | 'changedAt'>, Omit<Asked, 'tag'> {
  campaignChangedAt: Instant | null;
}

/** Returns the passes of devices that changed since a time. */
async function passesSince(
  database: Database,
  devices: readonly Asked[],
  since: Instant,
): Promise<Map<string, Registered[]>> {
  const rows = await database.rows<Registered>(
    ...bind(
      `SELECT d.pass_type AS passType, d.library_id AS libraryId, w.id AS id, w.changed_at AS changedAt,
         c.changed_at AS campaignChangedAt
       FROM wallet_devices d
       JOIN wallet_registrations r ON r.device = d.number
       JOIN wallet_passes w ON w.id = r.pass_id
       LEFT JOIN wallet_campaigns c ON c.campaign_id = w.campaign_id
       WHERE d.pass_type IN (:passTypes) AND d.library_id IN (:libraryIds)
         AND (w.changed_at > :since OR c.changed_at > :since)`,
      {
        passTypes: [...new Set(devices.map(({ passType }) => passType))],
        libraryIds: [...new Set(devices.map(({ libraryId }) => libraryId))],
        since,
      },
    ),
  );
  return Map.groupBy(rows, keyOf);
}

function keyOf({ passType, libraryId }: Omit<Asked, 'tag'>): string {
  return JSON.stringify([passType, libraryId]);
}
