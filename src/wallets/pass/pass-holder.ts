import { type Account, accountRow } from '../../accounts/account/account.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows, type SingleRow } from '../../kernel/database/single-row.ts';
import { cardRow, type LoyaltyCard } from '../../loyalty/card/card.ts';
import { findPublicUser, type UserWithRewards } from '../../loyalty/user/membership.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { findSessions } from '../../sessions/session/session-lookup.ts';
import type { WalletPass } from './pass.ts';

/** What a pass shows: a session with its coupon, or a user with the loyalty card. */
export type PassHolder = CouponHolder | CardHolder;

export interface CouponHolder {
  account: Account;
  coupon: Coupon;
  session: CouponSession;
}

export interface CardHolder {
  account: Account;
  card: LoyaltyCard;
  user: UserWithRewards;
}

/** Returns what the pass shows, or null if it no longer exists. Simultaneous calls share statements. */
export async function findHolder(database: Database, pass: WalletPass): Promise<PassHolder | null> {
  const account = await findAccount(database, pass.accountId);
  if (!account) return null;
  return pass.session ? couponHolder(database, account, pass) : cardHolder(database, account, pass);
}

async function couponHolder(
  database: Database,
  account: Account,
  { campaignId, session: code }: WalletPass,
): Promise<CouponHolder | null> {
  const [session] = await findSessions(database, account.id, [code ?? '']);
  const coupon = session && (await findCoupon(database, campaignId));
  return coupon ? { account, coupon, session } : null;
}

async function cardHolder(
  database: Database,
  account: Account,
  { campaignId, userId, membership }: WalletPass,
): Promise<CardHolder | null> {
  const card = await findCard(database, campaignId);
  const user = card && (await findPublicUser(database, card, userId ?? ''));
  return card && user?.number === membership ? { account, card, user } : null;
}

const findAccount = sharedRow(accountRow);
const findCoupon = sharedRow(couponRow);
const findCard = sharedRow(cardRow);

/** Returns a function that finds a row by its id. After a change, many phones ask for passes of the same campaign. */
function sharedRow<Noun extends { id: string }>(row: SingleRow<Noun>) {
  return shared<string, Noun | null>(async (database, ids) => {
    const found = await findRows(database, row, [...new Set(ids)]);
    const byId = new Map(found.map((noun) => [noun.id, noun]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
