import { type Event, nounIn } from '../kernel/event-log/event.ts';
import type { NewEntry } from '../loyalty/balance/balance-rules.ts';
import type { BriefCard, LoyaltyCard } from '../loyalty/card/card.ts';
import { contactFields, customFields } from '../loyalty/person/person.fields.ts';
import type { PersonData } from '../loyalty/person/person.ts';
import type { EarnedReward } from '../loyalty/reward/earned-reward.ts';
import type { LoyaltyReward } from '../loyalty/reward/reward.ts';
import type { LoyaltyUser } from '../loyalty/user/loyalty-member.ts';
import { loyaltyCardPath, loyaltyUserPath } from '../vocabulary/links.ts';
import type { Loader } from './loader.ts';
import { date, dateOrNull, filled, flag, wireMembers } from './wire-values.ts';

export function loyaltyCardV4(card: BriefCard, { publicUrl }: Pick<Loader, 'publicUrl'>) {
  return {
    id: card.id,
    code: card.code,
    name: card.name,
    domain: card.domain,
    type: card.type.toLowerCase(),
    active: card.deactivatedAt === null,
    stamps_required: card.stampsRequired,
    url: publicUrl + loyaltyCardPath(card.code),
  };
}

export function loyaltyInfo(card: BriefCard, loader: Loader) {
  const { id, code, name, domain, type, active, url } = loyaltyCardV4(card, loader);
  return { ID: id, code, name, domain: domain ?? '', type, active: flag(active), url };
}

type ShownReward = Pick<EarnedReward, 'id' | 'rewardId' | 'name' | 'earnedAt' | 'expiresAt' | 'usedAt'>;

interface ShownUser extends PersonData, Pick<LoyaltyUser, 'id' | 'stamps' | 'points' | 'voidedAt' | 'createdAt'> {
  url: string;
  rewards: readonly ShownReward[];
}

export async function loyaltyUserV4Of(user: LoyaltyUser, loader: Loader) {
  return loyaltyUserV4(user, await loader.rewardsOf(user), urlOf(user, loader));
}

/** Omits custom fields, and times of rewards, that have no value. */
function loyaltyUserV4(user: LoyaltyUser, rewards: readonly EarnedReward[], url: string) {
  return {
    id: user.id,
    code: user.id,
    ...contactOf(user),
    ...givenCustomFields(user),
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

const contactMembers = wireMembers(contactFields);

export function contactOf(user: PersonData) {
  const { phone, email, ...rest } = contactMembers(user);
  return { ...rest, phone, email };
}

export const customFieldsOf = wireMembers(customFields);

function givenCustomFields(user: PersonData): Record<string, string | null> {
  return Object.fromEntries(Object.entries(customFieldsOf(user)).filter(([, value]) => value !== null));
}

/** Returns the object as it was at the time of the event. After a change to a balance, includes the ledger entries. */
export function loyaltyOfEvent(event: Event, publicUrl: string): object {
  if (event.type.startsWith('loyalty_card_')) return loyaltyCardV4(nounIn<LoyaltyCard>(event), { publicUrl });
  const held = nounIn<LoyaltyReward | UserOfEvent>(event);
  return 'unit' in held ? rewardOfEvent(held) : userOfEvent(held, publicUrl);
}

function rewardOfEvent(reward: LoyaltyReward): object {
  return {
    id: reward.id,
    name: reward.name,
    description: reward.description,
    unit: reward.unit.toLowerCase(),
    points: reward.points,
    stamps: reward.stamps,
    valid_days: reward.validDays,
    retired: reward.retiredAt !== null,
  };
}

type UserOfEvent = LoyaltyUser & { entries?: (NewEntry & { locationId: string | null })[] };

function userOfEvent({ rewards = [], entries, ...user }: UserOfEvent, publicUrl: string): object {
  const item = loyaltyUserV4(user, rewards, urlOf(user, { publicUrl }));
  return entries ? { ...item, ledger: entries.map(entryOfEvent) } : item;
}

function entryOfEvent(entry: NewEntry & { locationId: string | null }): object {
  return {
    id: entry.id,
    unit: entry.unit.toLowerCase(),
    delta: entry.delta,
    balance: entry.balance,
    reason: entry.reason.toLowerCase(),
    reward: entry.rewardId,
    reverses: entry.reverses,
    merchantid: entry.locationId,
  };
}

export async function loyaltyUserItemOf(user: LoyaltyUser, loader: Loader) {
  return loyaltyUserItem({ ...user, rewards: await loader.rewardsOf(user), url: urlOf(user, loader) });
}

function urlOf({ cardCode, id }: Pick<LoyaltyUser, 'cardCode' | 'id'>, { publicUrl }: Pick<Loader, 'publicUrl'>) {
  return publicUrl + loyaltyUserPath(cardCode, id);
}

export function loyaltyUserItem(user: ShownUser) {
  return {
    id: user.id,
    ...filled(contactOf(user)),
    gender: user.gender?.toLowerCase() ?? '',
    birthday: user.birthday ?? '',
    ...filled(customFieldsOf(user)),
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
