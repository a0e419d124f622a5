import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { pageOf } from '../../kernel/api/query.ts';
import { now } from '../../kernel/database/columns.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { toConnection } from '../../kernel/database/paging.ts';
import { isUsable } from '../balance/balance-rules.ts';
import { balanceUnit } from '../card/card.inputs.ts';
import { findCard, LoyaltyCardType } from '../card/card.type.ts';
import { type LedgerEntry, type LedgerReason as LedgerReasonName, readLedger } from '../ledger/ledger.ts';
import { gender } from '../person/person.inputs.ts';
import type { Person } from '../person/person.ts';
import { type EarnedReward, findEarnedRewards } from '../reward/earned-reward.ts';
import type { LoyaltyUser } from './membership.ts';

const EarnedRewardType = builder.objectType(builder.objectRef<EarnedReward>('EarnedReward'), {
  description: 'A reward that a user earned or redeemed, to be used once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`rwd_` and 16 characters.' }),
    rewardId: t.exposeID('rewardId', { description: 'The reward that it is one of: `rew_` and 12 characters.' }),
    name: t.exposeString('name', { description: 'What that is called.' }),
    earnedAt: t.expose('earnedAt', { type: 'DateTime', description: 'When it was earned or redeemed.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it can no longer be used; never without.',
    }),
    usedAt: t.expose('usedAt', { type: 'DateTime', nullable: true, description: 'When it was used.' }),
    usable: t.boolean({
      description: 'Whether it can be used now.',
      resolve: (reward) => isUsable(reward, now()),
    }),
  }),
});

const LedgerReason = builder.enumType('LedgerReason', {
  description: 'Why a balance changed.',
  values: {
    STAMPS_ADDED: { description: 'Stamps were added.' },
    STAMPS_REMOVED: { description: 'Stamps were removed.' },
    POINTS_ADDED: { description: 'Points were added.' },
    POINTS_REMOVED: { description: 'Points were removed.' },
    REWARD_EARNED: { description: 'A full card of stamps became a reward.' },
    REWARD_REDEEMED: { description: 'Points became a reward.' },
    REWARD_USED: { description: 'A reward was used, which takes nothing any more.' },
    REVERSED: { description: 'An earlier entry was compensated.' },
  } satisfies Record<LedgerReasonName, object>,
});

const LedgerEntryType = builder.objectType(builder.objectRef<LedgerEntry>('LedgerEntry'), {
  description: 'A change of what a user has. Balances are the sums of their entries, which are never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`led_` and 16 characters.' }),
    unit: t.expose('unit', { type: enumTypeOf(balanceUnit), description: 'What it counts.' }),
    delta: t.exposeInt('delta', { description: 'How many were added; negative for those that were taken.' }),
    balance: t.exposeInt('balance', { description: 'How many the user has after it.' }),
    reason: t.expose('reason', { type: LedgerReason, description: 'Why.' }),
    rewardId: t.exposeID('rewardId', {
      nullable: true,
      description: 'The reward of the user that was earned, redeemed or used: `rwd_` and 16 characters.',
    }),
    reverses: t.exposeID('reverses', { nullable: true, description: 'The entry that it compensates.' }),
    merchantId: t.exposeID('merchantId', { nullable: true, description: 'Where it happened.' }),
    keyId: t.exposeID('keyId', { nullable: true, description: 'The API key that did it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

export const LoyaltyPersonType = builder.objectType(builder.objectRef<Person>('LoyaltyPerson'), {
  description: 'Somebody who can be given loyalty cards.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`usr_` and 16 characters: the id of the user on every card.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    address: t.exposeString('address', { nullable: true, description: 'Street and number.' }),
    zip: t.exposeString('zip', { nullable: true, description: 'Postal code.' }),
    city: t.exposeString('city', { nullable: true, description: 'City.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number, as it was given.' }),
    email: t.exposeString('email', { nullable: true, description: 'Email address.' }),
    gender: t.expose('gender', { type: enumTypeOf(gender), nullable: true, description: 'Gender.' }),
    birthday: t.exposeString('birthday', { nullable: true, description: 'Date of birth: `yyyy-MM-dd`.' }),
    custom1: t.exposeString('custom1', { nullable: true, description: 'Custom field 1.' }),
    custom2: t.exposeString('custom2', { nullable: true, description: 'Custom field 2.' }),
    custom3: t.exposeString('custom3', { nullable: true, description: 'Custom field 3.' }),
    custom4: t.exposeString('custom4', { nullable: true, description: 'Custom field 4.' }),
    custom5: t.exposeString('custom5', { nullable: true, description: 'Custom field 5.' }),
    custom6: t.exposeString('custom6', { nullable: true, description: 'Custom field 6.' }),
    custom7: t.exposeString('custom7', { nullable: true, description: 'Custom field 7.' }),
    custom8: t.exposeString('custom8', { nullable: true, description: 'Custom field 8.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person was stored.' }),
  }),
});

export const LoyaltyUserType = builder.objectType(builder.objectRef<LoyaltyUser>('LoyaltyUser'), {
  description: 'A person as the holder of one loyalty card.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`usr_` and 16 characters. The same person has it on every card.' }),
    card: t.field({
      type: LoyaltyCardType,
      description: 'The loyalty card.',
      resolve: ({ cardId }, _, { services }) => findCard(services.database, cardId),
    }),
    cardId: t.exposeID('cardId', { description: 'The id of the loyalty card.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    address: t.exposeString('address', { nullable: true, description: 'Street and number.' }),
    zip: t.exposeString('zip', { nullable: true, description: 'Postal code.' }),
    city: t.exposeString('city', { nullable: true, description: 'City.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number, as it was given.' }),
    email: t.exposeString('email', { nullable: true, description: 'Email address.' }),
    gender: t.expose('gender', { type: enumTypeOf(gender), nullable: true, description: 'Gender.' }),
    birthday: t.exposeString('birthday', { nullable: true, description: 'Date of birth: `yyyy-MM-dd`.' }),
    custom1: t.exposeString('custom1', { nullable: true, description: 'Custom field 1.' }),
    custom2: t.exposeString('custom2', { nullable: true, description: 'Custom field 2.' }),
    custom3: t.exposeString('custom3', { nullable: true, description: 'Custom field 3.' }),
    custom4: t.exposeString('custom4', { nullable: true, description: 'Custom field 4.' }),
    custom5: t.exposeString('custom5', { nullable: true, description: 'Custom field 5.' }),
    custom6: t.exposeString('custom6', { nullable: true, description: 'Custom field 6.' }),
    custom7: t.exposeString('custom7', { nullable: true, description: 'Custom field 7.' }),
    custom8: t.exposeString('custom8', { nullable: true, description: 'Custom field 8.' }),
    stamps: t.exposeInt('stamps', { description: 'Stamps on the card that is being filled.' }),
    points: t.exposeInt('points', { description: 'Points to redeem.' }),
    voidedAt: t.expose('voidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the card is void for the user.',
    }),
    url: t.string({
      description: 'The address of the card for this user.',
      resolve: ({ cardCode, id }, _, { services }) => `${services.publicUrl}/l/${cardCode}/${id}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person got the card.' }),
    rewards: t.field({
      type: [EarnedRewardType],
      description: 'What the user earned or redeemed, used or not, oldest first.',
      resolve: ({ rewards, number }, _, { services }) => rewards ?? findRewards(services.database, number),
    }),
    ledger: t.connection(
      {
        type: LedgerEntryType,
        description: 'Every change of what the user has, newest first.',
        resolve: async ({ number }, given, { services }) => {
          const page = pageOf(given);
          const entries = await readLedger(services.database, number, page);
          return toConnection(entries, page, (entry) => [entry.createdAt, entry.number]);
        },
      },
      { name: 'LedgerEntryConnection', description: 'A page of a list of LedgerEntry.' },
      { name: 'LedgerEntryEdge', description: 'A LedgerEntry and where it stands in the list.' },
    ),
  }),
});

const findRewards = shared<number, EarnedReward[]>(async (database, numbers) => {
  const found = await findEarnedRewards(database, numbers);
  return numbers.map((number) => found.get(number) ?? []);
});
