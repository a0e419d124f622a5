import { z } from 'zod';
import { idOf } from '../../kernel/api/inputs.ts';
import { balanceUnits } from './reward.ts';

export const rewardId = idOf('reward', 'reward', 'The reward: `rew_` and 12 characters.');

export const balanceUnit = z.enum(balanceUnits).meta({
  id: 'BalanceUnit',
  description: 'What is collected.',
  values: { STAMPS: 'Stamps.', POINTS: 'Points.' },
});

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
