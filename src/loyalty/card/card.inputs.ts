import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { idInput, nameInput, words } from '../../kernel/api/inputs.ts';
import { cardMedia, cardTypes } from './card.ts';

export const loyaltyCardId = idInput('loyaltyCard', 'a loyalty card id', 'The loyalty card');
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

export const cardName = nameInput('What it is called', 50);

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
  title: words(200, 'What customers read'),
  description: words(10_000, 'What customers read below the title'),
  backgroundColor: color.nullish().meta({ description: 'Its color: `#rrggbb`.' }),
  textColor: color.nullish().meta({ description: 'The color of its text: `#rrggbb`.' }),
  logoUrl: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain })
    .max(500)
    .nullish()
    .meta({ description: 'The https address of its logo; at most 500 characters.' }),
};
