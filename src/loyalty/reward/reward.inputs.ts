import { z } from 'zod';
import { idInput, nameInput, optionalText } from '../../api/inputs.ts';
import { balanceUnits } from './reward.ts';

export const rewardId = idInput('reward', 'a reward id', 'The reward');

export const balanceUnit = z.enum(balanceUnits).meta({
  id: 'BalanceUnit',
  description: 'The unit that users collect on a loyalty card: stamps or points.',
  values: { STAMPS: 'Stamps.', POINTS: 'Points.' },
});

export const rewardFields = {
  name: nameInput('Name of the reward'),
  description: optionalText(1000, 'Description that customers see'),
  points: z.int().min(1).max(1_000_000).nullish().meta({
    description: 'Cost in points, 1 to 1,000,000. Required for new point rewards. Not allowed for stamp rewards.',
  }),
  stamps: z.int().min(1).max(1000).nullish().meta({
    description:
      'The stamps at which the card earns the reward: at most the number that fills the card. Fewer stamps are a milestone, whose reward costs nothing. On creation, defaults to the full card, whose reward costs all its stamps. Not allowed for point rewards.',
  }),
  validDays: z.int().min(1).max(36_500).nullish().meta({
    description: 'How many days of 24 hours an earned reward is valid, 1 to 36,500. On creation, defaults to no limit.',
  }),
};
