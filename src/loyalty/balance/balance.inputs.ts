import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';

export const earnedRewardId = idInput('earnedReward', 'a reward id', 'An earned reward of the user');

export const ledgerEntryId = idInput('ledgerEntry', 'a ledger entry id', 'The ledger entry');

export const amount = z
  .int()
  .min(1)
  .max(1_000_000)
  .meta({ description: 'The number of stamps or points, 1 to 1,000,000.' });

export const merchant = z.string().min(1).max(50).nullish().meta({
  scalar: 'ID',
  description:
    'The merchant to record in the ledger: the id of a registered merchant, or an id of your own, 1 to 50 characters.',
});
