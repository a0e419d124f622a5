import type { Event } from '../../kernel/event-log/event.ts';
import { loyaltyCardPath, loyaltyUserPath } from '../../kernel/values/links.ts';
import type { NewEntry } from '../../loyalty/balance/balance-rules.ts';
import type { LoyaltyCard } from '../../loyalty/card/card.ts';
import type { EarnedReward } from '../../loyalty/reward/earned-reward.ts';
import type { LoyaltyReward } from '../../loyalty/reward/reward.ts';
import type { LoyaltyUser } from '../../loyalty/user/membership.ts';
import { date, dateOrNull, filled, flag } from './wire-values.ts';

/** The source of a card's representation: the card as GraphQL returns it, or as an event holds it. */
export interface ShownCard extends Pick<LoyaltyCard, 'id' | 'code' | 'name' | 'domain' | 'type' | 'stampsRequired'> {
  active: boolean;
  url: string;
}

/** Returns a loyalty card (contract, section 5, "v4 loyalty card"). */
export function loyaltyCardV4(card: ShownCard) {
  return {
    id: card.id,
    code: card.code,
    name: card.name,
    domain: card.domain,
    type: card.type.toLowerCase(),
    active: card.active,
    stamps_required: card.stampsRequired,
    url: card.url,
  };
}

type ShownReward = Pick<EarnedReward, 'id' | 'rewardId' | 'name' | 'expiresAt' | 'usedAt'>;

type Unchanged =
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'address'
  | 'zip'
  | 'city'
  | 'phone'
  | 'email'
  | `custom${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | 'stamps'
  | 'points'
  | 'voidedAt'
  | 'createdAt';

/** The source of a loyalty user's representation. */
export interface ShownUser extends Pick<LoyaltyUser, Unchanged> {
  url: string;
  rewards: readonly ShownReward[];
}

/** Returns a loyalty user with values as on /v4 (contract, section 5, "Loyalty user"). */
export function loyaltyUserV4(user: ShownUser) {
  return {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    address: user.address,
    zip: user.zip,
    city: user.city,
    phone: user.phone,
    email: user.email,
    custom_1: user.custom1,
    custom_2: user.custom2,
    custom_3: user.custom3,
    custom_4: user.custom4,
    custom_5: user.custom5,
    custom_6: user.custom6,
    custom_7: user.custom7,
    custom_8: user.custom8,
    stamps: user.stamps,
    points: user.points,
    voided: user.voidedAt !== null,
    url: user.url,
    created_at: date(user.createdAt),
    rewards: user.rewards.map(({ id, rewardId, name, expiresAt, usedAt }) => ({
      id,
      reward: rewardId,
      name,
      expires_at: dateOrNull(expiresAt),
      used_at: dateOrNull(usedAt),
    })),
  };
}

/** Returns the card, reward or user as it was at the event; after a change of a balance also the ledger entries. */
export function loyaltyOfEvent({ type, data }: Event, publicUrl: string): object {
  const held = JSON.parse(data);
  if (type.startsWith('loyalty_card_')) return cardOfEvent(held, publicUrl);
  return 'unit' in held ? rewardOfEvent(held) : userOfEvent(held, publicUrl);
}

function cardOfEvent(card: LoyaltyCard, publicUrl: string): object {
  return loyaltyCardV4({ ...card, active: card.deactivatedAt === null, url: publicUrl + loyaltyCardPath(card.code) });
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
  const item = loyaltyUserV4({ ...user, rewards, url: publicUrl + loyaltyUserPath(user.cardCode, user.id) });
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

/** Returns `loyalty_info` (contract, section 5). */
export function loyaltyInfo(card: ShownCard) {
  const { id, code, name, domain, type, active, url } = loyaltyCardV4(card);
  return { ID: id, code, name, domain: domain ?? '', type, active: flag(active), url };
}

/** Returns a loyalty user with values as on /v3 (contract, section 5). */
export function loyaltyUserItem(user: ShownUser) {
  const { voided, rewards, ...others } = loyaltyUserV4(user);
  return { ...filled(others), voided: flag(voided), rewards: rewards.map(filled) };
}
