import { instant, instantOrNull, key, type Stored, table, text, textOrNull } from '../../kernel/database/columns.ts';

/** What concerns all passes of a coupon or loyalty card, so that a change writes one row and not one for each pass. */
export type WalletCampaign = Stored<typeof walletCampaigns>;

export const walletCampaigns = table({
  name: 'WalletCampaign',
  tableName: 'wallet_campaigns',
  columns: {
    campaignId: key(text(16)),
    accountId: text(20),
    /** When something that all passes show last changed. */
    changedAt: instant,
    /** The last message to all passes. A pass shows the later one of this and its own. */
    message: textOrNull(501),
    messageAt: instantOrNull,
  },
});
