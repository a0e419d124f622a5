import { z } from 'zod';
import { idInput, nameInput, words } from '../../kernel/api/inputs.ts';
import { balanceUnits } from './reward.ts';

export const rewardId = idInput('reward', 'a reward id', 'The reward');

export const balanceUnit = z.enum(balanceUnits).meta({
  id: 'BalanceUnit',
  description: 'What is collected.',
  values: { STAMPS: 'Stamps.', POINTS: 'Points.' },
});

/** All that a reward can be given at any time. */
export const rewardFields = {
  name: nameInput('What it is called'),
  description: words(1000, 'What customers read about it'),
  points: z.int().min(1).max(1_000_000).nullish().meta({
    description: 'How many points it costs; 1 to 1,000,000. A reward for points needs it, one for stamps has none.',
  }),
  validDays: z.int().min(1).max(36_500).nullish().meta({
    description: 'How many days of 24 hours an earned one can be used; 1 to 36,500. Always unless told.',
  }),
};
