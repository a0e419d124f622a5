import { couponRow } from '../../coupons/coupon/coupon.ts';
import { directoryRow } from '../../directories/directory/directory.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRow, hasRow, type SingleRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { locationRow } from '../../locations/location/location.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { statisticsTotals } from '../tally/statistics.ts';

interface Campaign {
  id: string;
  accountId: string;
  timezone?: string;
}

export interface Reported {
  id: string;
  timezone: string;
}

const coupon = { row: couponRow, missing: 'COUPON_NOT_FOUND' } as const;
/** Loyalty cards have no time zone. */
const card = { row: cardRow, missing: 'LOYALTY_CARD_NOT_FOUND' } as const;
/** Locations have the time zone of the account. */
const location = { row: locationRow, missing: 'LOCATION_NOT_FOUND' } as const;
const directory = { row: directoryRow, missing: 'DIRECTORY_NOT_FOUND' } as const;

export const reportProblems = [coupon.missing, card.missing, directory.missing, location.missing];

function kindOf(id: string) {
  if (id.startsWith('loy_')) return card;
  if (id.startsWith('loc_')) return location;
  return id.startsWith('dir_') ? directory : coupon;
}

/**
 * Returns the campaign or, without an id, the account. A deleted campaign keeps its statistics, and gets the time zone
 * of the account. If the account never had the campaign, throws the problem of its kind.
 */
export async function reportedCampaign(
  connection: Connection,
  account: { id: string; timezone: string },
  id: string | null | undefined,
): Promise<Reported> {
  const { timezone } = account;
  if (!id) return { id: account.id, timezone };
  const { row, missing } = kindOf(id);
  const campaign = await findRow<Campaign>(connection, row as SingleRow<Campaign>, { id, accountId: account.id });
  if (campaign) return { id, timezone: campaign.timezone ?? timezone };
  const isCounted = await hasRow(connection, statisticsTotals, { campaignId: id, accountId: account.id });
  if (!isCounted) throw new Problem(missing);
  return { id, timezone };
}
