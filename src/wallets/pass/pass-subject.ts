import { type Account, accountRow } from '../../accounts/account/account.ts';
import { transactFor } from '../../accounts/account/account-root.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { addRow, findRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { cardRow, type LoyaltyCard } from '../../loyalty/card/card.ts';
import { type ExpiringPoints, findExpiringPoints } from '../../loyalty/ledger/point-lot.ts';
import { findOfferedRewards, type LoyaltyReward } from '../../loyalty/reward/reward.ts';
import { allWithRewards, readUsers, type UserWithRewards } from '../../loyalty/user/loyalty-member.ts';
import { type CouponSession, findSession } from '../../sessions/session/session.ts';
import { newId } from '../../vocabulary/ids.ts';
import { findShownDesign, type ShownDesign } from '../design/wallet-picture.ts';
import { lastChange, passRow, type WalletPass, walletPasses } from './pass.ts';

export type PassSubject = CouponSubject | CardSubject;

export interface CouponSubject {
  account: Account;
  coupon: Coupon;
  session: CouponSession;
  design: ShownDesign;
}

export interface CardSubject {
  account: Account;
  card: LoyaltyCard;
  user: UserWithRewards;
  /** The rewards that the card can earn, or that can be redeemed. */
  rewards: readonly LoyaltyReward[];
  /** The points that expire next. */
  expiring: ExpiringPoints | null;
  design: ShownDesign;
}

export type CampaignSubject = Omit<CouponSubject, 'session'> | Omit<CardSubject, 'user' | 'rewards' | 'expiring'>;

export async function findCampaignSubject(
  database: Database,
  { accountId, campaignId }: Pick<WalletPass, 'accountId' | 'campaignId'>,
): Promise<CampaignSubject | null> {
  const account = await findAccount(database, accountId);
  if (!account) return null;
  const design = await findShownDesign(database, campaignId);
  const coupon = await findCoupon(database, campaignId);
  if (coupon) return { account, coupon, design };
  const card = await findCard(database, campaignId);
  return card && { account, card, design };
}

export function findPassSubject(database: Database, pass: WalletPass): Promise<PassSubject | null> {
  return pass.session ? findCouponSubject(database, pass, pass.session) : findCardSubject(database, pass);
}

async function findCouponSubject(database: Database, { accountId, campaignId }: WalletPass, code: string) {
  const [account, design, coupon, session] = await Promise.all([
    findAccount(database, accountId),
    findShownDesign(database, campaignId),
    findCoupon(database, campaignId),
    findSession(database, { accountId, session: code }).catch(nullIfMissing),
  ]);
  return account && coupon && session ? { account, coupon, session, design } : null;
}

async function findCardSubject(database: Database, { accountId, campaignId, member }: WalletPass) {
  const [account, design, card, user, rewards, expiring] = await Promise.all([
    findAccount(database, accountId),
    findShownDesign(database, campaignId),
    findCard(database, campaignId),
    findMember(database, Number(member)),
    findOfferedRewards(database, campaignId),
    findExpiringPoints(database, Number(member)),
  ]);
  return account && card && user ? { account, card, user, rewards, expiring, design } : null;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Problem && error.code === 'SESSION_NOT_FOUND') return null;
  throw error;
}

const findMember = batched<number, UserWithRewards | null>(async (database, numbers) => {
  const users = await readUsers(database, 'm.number IN (:numbers)', { numbers: [...new Set(numbers)] });
  const byNumber = new Map((await allWithRewards(database, users)).map((user) => [Number(user.number), user]));
  return numbers.map((number) => byNumber.get(number) ?? null);
});

// After a change, many phones request passes of one campaign, so these calls share a statement.
const findAccount = batchedRow(accountRow);
const findCoupon = batchedRow(couponRow);
const findCard = batchedRow(cardRow);

export type Saveable =
  | Omit<CouponSubject, 'account' | 'design'>
  | Omit<CardSubject, 'account' | 'design' | 'rewards' | 'expiring'>;

export async function issuePass(
  database: Database,
  subject: Saveable,
  which: Pick<WalletPass, 'platform' | 'issuer'>,
): Promise<WalletPass> {
  const found = await findPass(database, subject, which.issuer);
  if (found) return found;
  return transactFor(database, accountOf(subject), async (transaction) => {
    const made = await lastChange(transaction);
    // A concurrent call may also create the pass. Only one of them is kept.
    await addRow(transaction, walletPasses, {
      ...{ id: newId('walletPass'), accountId: accountOf(subject), ...namesOf(subject), ...which },
      ...{ token: randomCode(32), changed: made, made, createdAt: now() },
    });
    const pass = await findPass(transaction, subject, which.issuer);
    if (!pass) throw new Error('the pass was not stored');
    return pass;
  });
}

function findPass(connection: Connection, subject: Saveable, issuer: string): Promise<WalletPass | null> {
  const { session, member } = namesOf(subject);
  return findRow(connection, passRow, { issuer, ...(session === null ? { member } : { session }) });
}

function accountOf(subject: Saveable): string {
  return 'coupon' in subject ? subject.coupon.accountId : subject.card.accountId;
}

function namesOf(subject: Saveable): Pick<WalletPass, 'campaignId' | 'session' | 'member' | 'userId'> {
  if ('coupon' in subject) {
    return { campaignId: subject.coupon.id, session: subject.session.session, member: null, userId: null };
  }
  const { id: userId, number: member } = subject.user;
  return { campaignId: subject.card.id, session: null, member, userId };
}
