import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { type IdKind, idPattern } from '../../kernel/values/ids.ts';
import { balanceUnits } from '../reward/reward.ts';
import { cardMedia, cardTypes } from './card.ts';

const idOf = (kind: IdKind, noun: string, description: string) =>
  z.string().regex(idPattern(kind), `is not a ${noun} id`).meta({ scalar: 'ID', description });

export const loyaltyCardId = idOf('loyaltyCard', 'loyalty card', 'The loyalty card: `loy_` and 12 characters.');
const loyaltyUserId = idOf('loyaltyUser', 'loyalty user', 'The user: `usr_` and 16 characters.');
export const rewardId = idOf('reward', 'reward', 'The reward: `rew_` and 12 characters.');
export const earnedRewardId = idOf('earnedReward', 'reward', 'A reward of the user: `rwd_` and 16 characters.');
export const ledgerEntryId = idOf('ledgerEntry', 'ledger entry', 'The entry: `led_` and 16 characters.');
const merchantId = idOf('merchant', 'merchant', 'Where it happens: `mer_` and 12 characters.');

export const cardIdOnly = z.object({ id: loyaltyCardId });

/** Names one user of one card. */
export const userName = { card: loyaltyCardId, user: loyaltyUserId };

export const cardType = z.enum(cardTypes).meta({
  id: 'LoyaltyCardType',
  description: 'What a loyalty card is for.',
  values: {
    STAMP: 'Its stamps fill it, and a full card earns the reward for stamps.',
    MEMBERSHIP: 'It has no number of stamps to fill; points pay for rewards.',
  },
});

export const cardMedium = z.enum(cardMedia).meta({
  id: 'LoyaltyCardMedium',
  description: 'Where customers have a loyalty card.',
  values: {
    WEB: 'In the browser: its events are of the kind `WEB_LOYALTY`.',
    WALLET: 'In the wallet of a phone: its events are of the kind `WALLET_LOYALTY`.',
  },
});

export const balanceUnit = z.enum(balanceUnits).meta({
  id: 'BalanceUnit',
  description: 'What is collected.',
  values: { STAMPS: 'Stamps.', POINTS: 'Points.' },
});

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'is not a color in the format #rrggbb');

export const cardName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .meta({ description: 'What it is called; 1 to 50 characters.' });

/** All that a card can be given at any time. */
export const cardFields = {
  name: cardName,
  domain: accountFields.domain.meta({
    description: 'The internet domain that it appears under; that of the account unless told.',
  }),
  stampsRequired: z
    .int()
    .min(1)
    .max(1000)
    .nullish()
    .meta({ description: 'How many stamps fill it; 1 to 1,000. A stamp card needs it, no other has it.' }),
  title: z.string().max(200).nullish().meta({ description: 'What customers read; at most 200 characters.' }),
  description: z
    .string()
    .max(10_000)
    .nullish()
    .meta({ description: 'What customers read below the title; at most 10,000 characters.' }),
  backgroundColor: color.nullish().meta({ description: 'Its color: `#rrggbb`.' }),
  textColor: color.nullish().meta({ description: 'The color of its text: `#rrggbb`.' }),
  logoUrl: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain })
    .max(500)
    .nullish()
    .meta({ description: 'The https address of its logo; at most 500 characters.' }),
};

/** All that a reward can be given at any time. */
export const rewardFields = {
  name: z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' }),
  description: z
    .string()
    .max(1000)
    .nullish()
    .meta({ description: 'What customers read about it; at most 1,000 characters.' }),
  points: z.int().min(1).max(1_000_000).nullish().meta({
    description: 'How many points it costs; 1 to 1,000,000. A reward for points needs it, one for stamps has none.',
  }),
  validDays: z.int().min(1).max(36_500).nullish().meta({
    description: 'How many days of 24 hours an earned one can be used; 1 to 36,500. Always unless told.',
  }),
};

/** By how much a balance is changed. */
export const amount = z.int().min(1).max(1_000_000).meta({ description: 'How many; 1 to 1,000,000.' });

export const merchant = merchantId.nullish();

const text = (length: number, description: string) =>
  z
    .string()
    .max(length)
    .nullish()
    .meta({ description: `${description}; at most ${length} characters.` });

export const merchantFields = {
  name: z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' }),
  address: text(255, 'Street and number'),
  zip: text(20, 'Postal code'),
  city: text(100, 'City'),
};
