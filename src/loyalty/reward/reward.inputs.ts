import { z } from 'zod';
import { idInput, nameInput, words } from '../../api/inputs.ts';
import { balanceUnits } from './reward.ts';

export const rewardId = idInput('reward', 'a reward id', 'The reward');

export const balanceUnit = z.enum(balanceUnits).meta({
  id: 'BalanceUnit',
  description: 'What users collect on a loyalty card: stamps or points.',
  values: { STAMPS: 'Stamps.', POINTS: 'Points.' },
});

export const rewardFields = {
  name: nameInput('Name of the reward'),
  description: words(1000, 'Description that customers see'),
  points: z.int().min(1).max(1_000_000).nullish().meta({
    description: 'Cost in points, 1 to 1,000,000. A point reward must have it; a stamp reward cannot have it.',
  }),
  validDays: z.int().min(1).max(36_500).nullish().meta({
    description:
      'The number of days of 24 hours for which an earned reward can be used, 1 to 36,500. Default for a new reward: no limit.',
  }),
};
