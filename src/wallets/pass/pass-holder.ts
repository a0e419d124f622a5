import { type Account, accountRow } from '../../accounts/account/account.ts';
import { transactFor } from '../../accounts/account/account-root.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { addRow, findRow } from '../../kernel/database/rows.ts';
import { sharedRow } from '../../kernel/database/shared-rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { cardRow, type LoyaltyCard } from '../../loyalty/card/card.ts';
import { allWithRewards, readUsers, type UserWithRewards } from '../../loyalty/user/membership.ts';
import { type CouponSession, findSession } from '../../sessions/session/session.ts';
import { newId } from '../../vocabulary/ids.ts';
import { findShownDesign, type ShownDesign } from '../design/wallet-picture.ts';
import { lastChange, passRow, type WalletPass, walletPasses } from './pass.ts';

export type PassHolder = CouponHolder | CardHolder;

export interface CouponHolder {
  account: Account;
  coupon: Coupon;
  session: CouponSession;
  design: ShownDesign;
}

export interface CardHolder {
  account: Account;
  card: LoyaltyCard;
  user: UserWithRewards;
  design: ShownDesign;
}

export type CampaignHolder = Omit<CouponHolder, 'session'> | Omit<CardHolder, 'user'>;

export async function findCampaignHolder(
  database: Database,
  { accountId, campaignId }: Pick<WalletPass, 'accountId' | 'campaignId'>,
): Promise<CampaignHolder | null> {
  const account = await findAccount(database, accountId);
  if (!account) return null;
  const design = await findShownDesign(database, campaignId);
  const coupon = await findCoupon(database, campaignId);
  if (coupon) return { account, coupon, design };
  const card = await findCard(database, campaignId);
  return card && { account, card, design };
}

export function findHolder(database: Database, pass: WalletPass): Promise<PassHolder | null> {
  return pass.session ? couponHolder(database, pass, pass.session) : cardHolder(database, pass);
}

async function couponHolder(
  database: Database,
  { accountId, campaignId }: WalletPass,
  code: string,
): Promise<CouponHolder | null> {
  const [account, design, coupon, session] = await Promise.all([
    findAccount(database, accountId),
    findShownDesign(database, campaignId),
    findCoupon(database, campaignId),
    findSession(database, { accountId, session: code }).catch(nullIfMissing),
  ]);
  return account && coupon && session ? { account, coupon, session, design } : null;
}

async function cardHolder(
  database: Database,
  { accountId, campaignId, membership }: WalletPass,
): Promise<CardHolder | null> {
  const [account, design, card, user] = await Promise.all([
    findAccount(database, accountId),
    findShownDesign(database, campaignId),
    findCard(database, campaignId),
    findMember(database, Number(membership)),
  ]);
  return account && card && user ? { account, card, user, design } : null;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Problem && error.code === 'SESSION_NOT_FOUND') return null;
  throw error;
}

const findMember = shared<number, UserWithRewards | null>(async (database, numbers) => {
  const users = await readUsers(database, 'm.number IN (:numbers)', { numbers: [...new Set(numbers)] });
  const byNumber = new Map((await allWithRewards(database, users)).map((user) => [Number(user.number), user]));
  return numbers.map((number) => byNumber.get(number) ?? null);
});

// After a change, many phones request passes of one campaign, so these calls share a statement.
const findAccount = sharedRow(accountRow);
const findCoupon = sharedRow(couponRow);
const findCard = sharedRow(cardRow);

export type Saveable = Omit<CouponHolder, 'account' | 'design'> | Omit<CardHolder, 'account' | 'design'>;

export async function issuePass(
  database: Database,
  holder: Saveable,
  which: Pick<WalletPass, 'platform' | 'issuer'>,
): Promise<WalletPass> {
  const found = await findPass(database, holder, which.issuer);
  if (found) return found;
  return transactFor(database, accountOf(holder), async (transaction) => {
    const made = await lastChange(transaction);
    // A concurrent call may also create the pass. Only one of them is kept.
    await addRow(transaction, walletPasses, {
      ...{ id: newId('walletPass'), accountId: accountOf(holder), ...namesOf(holder), ...which },
      ...{ token: randomCode(32), changed: made, made, createdAt: now() },
    });
    const pass = await findPass(transaction, holder, which.issuer);
    if (!pass) throw new Error('the pass was not stored');
    return pass;
  });
}

function findPass(connection: Connection, holder: Saveable, issuer: string): Promise<WalletPass | null> {
  const { session, membership } = namesOf(holder);
  return findRow(connection, passRow, { issuer, ...(session === null ? { membership } : { session }) });
}

function accountOf(holder: Saveable): string {
  return 'coupon' in holder ? holder.coupon.accountId : holder.card.accountId;
}

function namesOf(holder: Saveable): Pick<WalletPass, 'campaignId' | 'session' | 'membership' | 'userId'> {
  if ('coupon' in holder) {
    return { campaignId: holder.coupon.id, session: holder.session.session, membership: null, userId: null };
  }
  const { id: userId, number: membership } = holder.user;
  return { campaignId: holder.card.id, session: null, membership, userId };
}
