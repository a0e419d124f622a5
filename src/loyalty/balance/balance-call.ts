import type { LoyaltyUserKey, UserWithRewards } from '../user/membership.ts';
import type { BalanceChange, NewEntry } from './balance-rules.ts';

/** What a caller asks for: rewards to redeem and entries to reverse are named by their ids. */
export type BalanceRequest =
  | Extract<BalanceChange, { action: 'ADD' | 'REMOVE' | 'USE' }>
  | { action: 'REDEEM'; reward: string }
  | { action: 'REVERSE'; entry: string };

export interface BalanceCall extends LoyaltyUserKey {
  keyId: string;
  /** Where it happened. */
  merchant?: string | null | undefined;
  request: BalanceRequest;
}

/** A call that was granted: the user as it is after it, and the entries that it made. */
export interface Granted {
  call: BalanceCall;
  user: UserWithRewards;
  entries: NewEntry[];
}
