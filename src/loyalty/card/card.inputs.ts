import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { idInput, nameInput, trimmedText } from '../../api/inputs.ts';
import { fieldInputs } from '../../api/noun-fields.ts';
import { cardFields, colorForm } from './card.fields.ts';
import { cardMedia, cardTypes } from './card.ts';

export const loyaltyCardId = idInput('loyaltyCard', 'a loyalty card id', 'The loyalty card');
export const cardIdOnly = z.object({ id: loyaltyCardId });

export const cardType = z.enum(cardTypes).meta({
  id: 'LoyaltyCardType',
  description: 'The type of a loyalty card.',
  values: {
    STAMP: 'Users collect stamps, which earn rewards at milestones and with a full card.',
    MEMBERSHIP: 'Users collect points and redeem them for rewards. The card has no stamps: `stampsRequired` is null.',
  },
});

export const cardMedium = z.enum(cardMedia).meta({
  id: 'LoyaltyCardMedium',
  description: 'Where customers keep a loyalty card.',
  values: {
    WEB: 'In the browser. Its events have the kind `WEB_LOYALTY`.',
    WALLET: 'In a mobile wallet. Its events have the kind `WALLET_LOYALTY`.',
  },
});

export const color = trimmedText.regex(...colorForm);

export const cardName = nameInput('Name of the card', 50);

export const pointsRounding = z.enum(['DOWN', 'NEAREST', 'UP']).meta({
  id: 'PointsRounding',
  description: 'How the points for a purchase are rounded to a whole number.',
  values: {
    DOWN: 'Down: 12.9 points become 12.',
    NEAREST: 'To the nearest number: 12.5 points become 13.',
    UP: 'Up: 12.1 points become 13.',
  },
});

export const cardInputs = {
  ...fieldInputs(cardFields),
  name: cardName,
  domain: accountFields.domain.meta({
    description: 'The internet domain of the card. On creation, defaults to the domain of the account.',
  }),
  stampsRequired: z.int().min(1).max(1000).nullish().meta({
    description:
      'The number of stamps that fill the card, 1 to 1,000. Required for new stamp cards. Not allowed for other cards.',
  }),
  pointsPerAmount: trimmedText
    .regex(
      /^(?=.*[1-9])\d{1,6}(\.\d{1,4})?$/,
      'must be a positive decimal number below 1,000,000 with at most four decimal places',
    )
    .nullish()
    .meta({
      scalar: 'Decimal',
      description:
        'The points that `addPurchase` adds for each unit of money. `"1"` adds a point for every euro, and `"0.1"` one for every ten. A positive number with at most four decimal places. On creation, defaults to none.',
    }),
  pointsRounding: pointsRounding.nullish().meta({
    description: 'How the points for a purchase are rounded. On creation, defaults to `DOWN`.',
  }),
  pointsValidDays: z.int().min(1).max(36_500).nullish().meta({
    description:
      'For how many days new points are valid, 1 to 36,500. They expire at the end of the last day, in the time zone of the account. A change applies to points that are added later. On creation, defaults to no limit.',
  }),
  maxPerDay: z.int().min(1).max(1_000_000).nullish().meta({
    description:
      'The maximum number of stamps that a user receives on a calendar day, 1 to 1,000,000. On a membership card, the maximum number of points. The day ends at midnight in the time zone of the account. Reversed additions do not count. On creation, defaults to no limit.',
  }),
};
