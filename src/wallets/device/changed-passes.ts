import type { Connection } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import type { WalletDevice } from './device.ts';

/** A change that commits late must not be missed, so a tag names a time in the past. A repeated fetch costs little. */
const lateMilliseconds = 5000;

/** The most passes that a list names. No phone has as many of one account. */
const mostPasses = 1000;

/** The passes that changed, and the tag with which the device asks next time. */
export interface ChangedPasses {
  serialNumbers: string[];
  lastUpdated: string;
}

/** Returns the passes of a device that changed since a tag; all passes without a tag or with one that is none. */
export async function changedPasses(
  connection: Connection,
  { passType, libraryId }: Pick<WalletDevice, 'passType' | 'libraryId'>,
  tag: string | null,
): Promise<ChangedPasses> {
  const lastUpdated = String(Date.now() - lateMilliseconds);
  const since = tag && /^\d{1,15}$/.test(tag) ? toInstant(new Date(Number(tag))) : null;
  const rows = await connection.rows<{ id: string }>(
    ...bind(
      `SELECT w.id AS id FROM wallet_devices d
       JOIN wallet_registrations r ON r.device = d.number
       JOIN wallet_passes w ON w.id = r.pass_id
       LEFT JOIN wallet_campaigns c ON c.campaign_id = w.campaign_id
       WHERE d.pass_type = :passType AND d.library_id = :libraryId
         ${since ? 'AND (w.changed_at > :since OR c.changed_at > :since)' : ''}
       ORDER BY w.id LIMIT ${mostPasses}`,
      { passType, libraryId, ...(since && { since }) },
    ),
  );
  return { serialNumbers: rows.map(({ id }) => id), lastUpdated };
}
