import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { ledgerEntryId, merchant } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

mutation({
  name: 'reverseLedgerEntry',
  description:
    'Reverses a ledger entry of a user with an opposite entry. An entry can be reversed once; later entries stay. To take back stamps that became a reward, first reverse the entry that earned the reward: this withdraws the reward if it is unused. Reversing the use of a reward makes it usable again. A reversal earns no rewards.',
  scope: 'REDEEM',
  input: z.object({ ...loyaltyUserKey, entry: ledgerEntryId, merchant }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'LEDGER_ENTRY_NOT_FOUND',
    'LEDGER_ENTRY_ALREADY_REVERSED',
    'LEDGER_ENTRY_NOT_REVERSIBLE',
    'REWARD_NOT_USABLE',
    'BALANCE_TOO_LOW',
  ],
  ...changingBalance(({ entry }: { entry: string }) => ({ action: 'REVERSE', entry })),
});
