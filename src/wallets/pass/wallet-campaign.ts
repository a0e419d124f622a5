import { accountRow } from '../../accounts/account/account.ts';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRow, findRows, insertRows, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { newChange, passRow, type WalletPass } from './pass.ts';

/** The changes to all passes of a campaign. A change writes one row, and not one per pass. */
export type WalletCampaign = Stored<typeof walletCampaigns>;

export const walletCampaigns = table({
  name: 'WalletCampaign',
  tableName: 'wallet_campaigns',
  columns: {
    campaignId: column.key(column.text(16)),
    accountId: column.text(20),
    changed: column.bigNumber,
    /** The last message to all passes, and the number of its change. A pass shows this message or its own. */
    message: column.textOrNull(501),
    messageChange: column.bigNumberOrNull,
  },
});

/** A campaign without changes and messages has no row. */
const walletCampaignRow = rowOf(walletCampaigns, { missing: 'WALLET_PASS_NOT_FOUND' });

async function findCampaigns(connection: Connection, campaignIds: readonly string[]) {
  const found = await findRows(connection, walletCampaignRow, { campaignId: [...new Set(campaignIds)] });
  return new Map(found.map((campaign) => [campaign.campaignId, campaign]));
}

/** Records a change. It writes one row per campaign, and not one per pass. */
export async function markCampaigns(
  transaction: Transaction,
  campaigns: readonly Pick<WalletCampaign, 'campaignId' | 'accountId'>[],
): Promise<void> {
  if (campaigns.length === 0) return;
  const changed = await newChange(transaction);
  const ending = transaction.dialect.overwrite('campaign_id', 'changed');
  for (const { campaignId, accountId } of campaigns)
    await insertRows(transaction, walletCampaigns, [{ campaignId, accountId, changed }], { ending });
}

export const removeWalletCampaign = removeRows('wallet_campaigns', 'campaign_id');

export interface PassWithCampaign {
  pass: WalletPass;
  campaign: WalletCampaign | null;
}

/**
 * Finds a pass. Returns null if the account is closed. Calls share statements, because thousands of phones request
 * passes after a push.
 */
export const findApplePass = batched<string, PassWithCampaign | null>(async (database, ids) => {
  const known = await findRows(database, passRow, { id: [...new Set(ids)], platform: 'APPLE' });
  const owners = [...new Set(known.map(({ accountId }) => accountId))];
  const open = new Set((await findRows(database, accountRow, { id: owners, closedAt: null })).map(({ id }) => id));
  const passes = known.filter(({ accountId }) => open.has(accountId));
  const campaignIds = passes.map(({ campaignId }) => campaignId);
  const campaigns = await findCampaigns(database, campaignIds);
  const found = new Map(passes.map((pass) => [pass.id, { pass, campaign: campaigns.get(pass.campaignId) ?? null }]));
  return ids.map((id) => found.get(id) ?? null);
});

export function findCampaign(connection: Connection, { campaignId }: WalletPass): Promise<WalletCampaign | null> {
  return findRow(connection, walletCampaignRow, { campaignId });
}

export function versionOf(pass: WalletPass, campaign: WalletCampaign | null): number {
  return Math.max(pass.changed, campaign?.changed ?? 0);
}

/** Returns the header `Last-Modified`. A phone repeats only this header in its next request. */
export function lastModified(version: number): string {
  return new Date(version * 1000).toUTCString();
}

/** Whether the copy on the phone is current. With any other version, even a later one, the phone gets the pass. */
export function isCurrent(version: number, since: string | undefined): boolean {
  return Date.parse(since ?? '') === version * 1000;
}
