import { z } from 'zod';
import { accountFields } from '../../accounts/account/account.inputs.ts';
import { idInput, nameInput } from '../../api/inputs.ts';
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
    MEMBERSHIP: 'Users collect points and redeem them for rewards. The card has no number of stamps to fill.',
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

export const color = z.string().regex(...colorForm);

export const cardName = nameInput('Name of the card', 50);

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
  maxPerDay: z.int().min(1).max(1_000_000).nullish().meta({
    description:
      'The maximum number of stamps that a user receives on a calendar day in the time zone of the account, 1 to 1,000,000; on a membership card, of points. Reversed additions do not count. On creation, defaults to no limit.',
  }),
};
