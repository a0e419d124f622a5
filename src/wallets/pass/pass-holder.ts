import { type Account, accountRow } from '../../accounts/account/account.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/single-row.ts';
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

/** Returns what the pass shows, or null if it no longer exists. */
export async function findHolder(connection: Connection, pass: WalletPass): Promise<PassHolder | null> {
  const account = await findRow(connection, accountRow, { id: pass.accountId });
  if (!account) return null;
  return pass.session ? couponHolder(connection, account, pass) : cardHolder(connection, account, pass);
}

async function couponHolder(
  connection: Connection,
  account: Account,
  { campaignId, session: code }: WalletPass,
): Promise<CouponHolder | null> {
  const [session] = await findSessions(connection, account.id, [code ?? '']);
  const coupon = session && (await findRow(connection, couponRow, { id: campaignId }));
  return coupon ? { account, coupon, session } : null;
}

async function cardHolder(
  connection: Connection,
  account: Account,
  { campaignId, userId, membership }: WalletPass,
): Promise<CardHolder | null> {
  const card = await findRow(connection, cardRow, { id: campaignId });
  const user = card && (await findPublicUser(connection, card, userId ?? ''));
  return card && user?.number === membership ? { account, card, user } : null;
}
