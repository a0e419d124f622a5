import type { Connection } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/single-row.ts';
import { type Instant, toDate } from '../../kernel/values/instant.ts';
import type { WalletPass } from '../pass/pass.ts';
import { type WalletCampaign, walletCampaignRow } from '../pass/wallet-campaign.ts';

export function findCampaign(connection: Connection, { campaignId }: WalletPass): Promise<WalletCampaign | null> {
  return findRow(connection, walletCampaignRow, { campaignId });
}

/** Returns when something that the pass shows last changed. */
export function changedAt(pass: WalletPass, campaign: WalletCampaign | null): Instant {
  return [pass.changedAt, campaign?.changedAt ?? ''].toSorted().at(-1) ?? '';
}

/**
 * Returns the time of a change in whole seconds, as HTTP knows it. While the second of the change lasts, another change
 * may follow, so the time is rounded down, and the phone asks again.
 */
export function lastModified(changed: Instant, at: Date): Date {
  const time = toDate(changed).getTime();
  const after = Math.ceil(time / 1000) * 1000;
  return new Date(after < at.getTime() ? after : Math.floor(time / 1000) * 1000);
}

/** Returns whether a phone that has the pass of a time has the current one. */
export function isCurrent(changed: Instant, since: string | undefined): boolean {
  const time = Date.parse(since ?? '');
  return !Number.isNaN(time) && time >= toDate(changed).getTime();
}
