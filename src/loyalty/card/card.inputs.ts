import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { idOf } from '../../kernel/api/inputs.ts';
import { cardMedia, cardTypes } from './card.ts';

export const loyaltyCardId = idOf('loyaltyCard', 'loyalty card', 'The loyalty card: `loy_` and 12 characters.');
export const cardIdOnly = z.object({ id: loyaltyCardId });

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
