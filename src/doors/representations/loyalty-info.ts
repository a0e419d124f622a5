import { type Event, heldBy } from '../../kernel/event-log/event.ts';
import { loyaltyUserPath } from '../../kernel/values/links.ts';
import type { NewEntry } from '../../loyalty/balance/balance-rules.ts';
import type { LoyaltyCard } from '../../loyalty/card/card.ts';
import type { EarnedReward } from '../../loyalty/reward/earned-reward.ts';
import type { LoyaltyReward } from '../../loyalty/reward/reward.ts';
import type { LoyaltyUser } from '../../loyalty/user/membership.ts';
import type { Loader } from './loader.ts';
import { loyaltyCardV4 } from './loyalty-card-info.ts';
import { date, dateOrNull, filled, flag } from './wire-values.ts';

type ShownReward = Pick<EarnedReward, 'id' | 'rewardId' | 'name' | 'earnedAt' | 'expiresAt' | 'usedAt'>;

type Custom = `custom${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

type Unchanged =
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'address'
  | 'zip'
  | 'city'
  | 'phone'
  | 'email'
  | Custom
  | 'stamps'
  | 'points'
  | 'voidedAt'
  | 'createdAt';

export interface ShownUser extends Pick<LoyaltyUser, Unchanged> {
  url: string;
  rewards: readonly ShownReward[];
}

export async function loyaltyUserV4Of(user: LoyaltyUser, loader: Loader) {
  return loyaltyUserV4(user, await loader.rewardsOf(user), urlOf(user, loader));
}

/** Returns a loyalty user as on /v4. Without a value, custom fields and the times of rewards are left out. */
function loyaltyUserV4(user: LoyaltyUser, rewards: readonly EarnedReward[], url: string) {
  return {
    id: user.id,
    code: user.id,
    ...contactOf(user),
    ...customFieldsOf(user),
    stamps: user.stamps,
    points: user.points,
    download_url: url,
    created_at: date(user.createdAt),
    voided_at: dateOrNull(user.voidedAt),
    rewards: rewards.map(({ id, rewardId, name, earnedAt, expiresAt, usedAt }) => ({
      id,
      reward: rewardId,
      name,
      added_at: date(earnedAt),
      ...(expiresAt !== null && { expired_at: date(expiresAt) }),
      ...(usedAt !== null && { used_at: date(usedAt) }),
    })),
  };
}

export function contactOf(user: Pick<ShownUser, Unchanged>) {
  return {
    first_name: user.firstName,
    last_name: user.lastName,
    address: user.address,
    zip: user.zip,
    city: user.city,
    phone: user.phone,
    email: user.email,
  };
}

export const customFields = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (number) => [`custom_${number}`, `custom${number}` as Custom] as const,
);

function customFieldsOf(user: LoyaltyUser): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, property] of customFields) {
    const value = user[property];
    if (value !== null) given[name] = value;
  }
  return given;
}

/** Returns the card, reward or user as it was at the event; after a change of a balance also the ledger entries. */
export function loyaltyOfEvent(event: Event, publicUrl: string): object {
  if (event.type.startsWith('loyalty_card_')) return loyaltyCardV4(heldBy<LoyaltyCard>(event), { publicUrl });
  const held = heldBy<LoyaltyReward | HeldUser>(event);
  return 'unit' in held ? rewardOfEvent(held) : userOfEvent(held, publicUrl);
}

function rewardOfEvent(reward: LoyaltyReward): object {
  return {
    id: reward.id,
    name: reward.name,
    description: reward.description,
    unit: reward.unit.toLowerCase(),
    points: reward.points,
    valid_days: reward.validDays,
    retired: reward.retiredAt !== null,
  };
}

type HeldUser = LoyaltyUser & { entries?: (NewEntry & { merchantId: string | null })[] };

function userOfEvent({ rewards = [], entries, ...user }: HeldUser, publicUrl: string): object {
  const item = loyaltyUserV4(user, rewards, urlOf(user, { publicUrl }));
  return entries ? { ...item, ledger: entries.map(entryOfEvent) } : item;
}

function entryOfEvent(entry: NewEntry & { merchantId: string | null }): object {
  return {
    id: entry.id,
    unit: entry.unit.toLowerCase(),
    delta: entry.delta,
    balance: entry.balance,
    reason: entry.reason.toLowerCase(),
    reward: entry.rewardId,
    reverses: entry.reverses,
    merchantid: entry.merchantId,
  };
}

export async function loyaltyUserItemOf(user: LoyaltyUser, loader: Loader) {
  return loyaltyUserItem({ ...user, rewards: await loader.rewardsOf(user), url: urlOf(user, loader) });
}

function urlOf({ cardCode, id }: Pick<LoyaltyUser, 'cardCode' | 'id'>, { publicUrl }: Pick<Loader, 'publicUrl'>) {
  return publicUrl + loyaltyUserPath(cardCode, id);
}

export function loyaltyUserItem(user: ShownUser & Pick<LoyaltyUser, 'gender' | 'birthday'>) {
  return {
    id: user.id,
    ...filled(contactOf(user)),
    gender: user.gender?.toLowerCase() ?? '',
    birthday: user.birthday ?? '',
    ...filled(Object.fromEntries(customFields.map(([name, property]) => [name, user[property]]))),
    url: user.url,
    created_at: date(user.createdAt),
    stamps: user.stamps,
    points: user.points,
    voided: flag(user.voidedAt),
    rewards: user.rewards.map(({ id, rewardId, name, expiresAt, usedAt }) => ({
      id,
      reward: rewardId,
      name,
      expires_at: date(expiresAt),
      used_at: date(usedAt),
    })),
  };
}
