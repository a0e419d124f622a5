import { z } from 'zod';
import { idOf } from '../../kernel/api/inputs.ts';

export const earnedRewardId = idOf('earnedReward', 'reward', 'A reward of the user: `rwd_` and 16 characters.');

export const ledgerEntryId = idOf('ledgerEntry', 'ledger entry', 'The entry: `led_` and 16 characters.');

const merchantId = idOf('merchant', 'merchant', 'Where it happens: `mer_` and 12 characters.');

/** By how much a balance is changed. */
export const amount = z.int().min(1).max(1_000_000).meta({ description: 'How many; 1 to 1,000,000.' });

export const merchant = merchantId.nullish();
