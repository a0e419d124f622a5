import type { Connection } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import type { WalletPass } from '../pass/pass.ts';
import { type WalletCampaign, walletCampaignRow } from '../pass/wallet-campaign.ts';

export function findCampaign(connection: Connection, { campaignId }: WalletPass): Promise<WalletCampaign | null> {
  return findRow(connection, walletCampaignRow, { campaignId });
}

/** Returns the number of the last change of what the pass shows. */
export function versionOf(pass: WalletPass, campaign: WalletCampaign | null): number {
  return Math.max(pass.changed, campaign?.changed ?? 0);
}

/** Returns a version as `Last-Modified`, which is all that a phone repeats when it asks again. */
export function lastModified(version: number): string {
  return new Date(version * 1000).toUTCString();
}

/** Returns whether a phone has this version. A phone that has any other gets it, even one that names a later time. */
export function isCurrent(version: number, since: string | undefined): boolean {
  return Date.parse(since ?? '') === version * 1000;
}
