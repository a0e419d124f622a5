import { z } from 'zod';

/** The maximum number of stamps or points that a call adds or removes. */
export const maxAdded = 1_000_000;

export const merchant = z.string().min(1).max(50).nullish().meta({
  scalar: 'ID',
  description:
    'The merchant to record in the ledger. The id of a registered merchant, or your own id with 1 to 50 characters.',
});
