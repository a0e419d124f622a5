import type { AuditedCall } from '../../audit/audited-call.ts';
import type { LoyaltyUserKey, UserWithRewards } from '../user/membership.ts';
import type { BalanceChange, NewEntry } from './balance-rules.ts';

/** A change that a caller requests. It names rewards to redeem and entries to reverse by id. */
export type BalanceRequest =
  | Extract<BalanceChange, { action: 'ADD' | 'REMOVE' | 'USE' }>
  | { action: 'REDEEM'; reward: string }
  | { action: 'REVERSE'; entry: string };

export interface BalanceCall extends LoyaltyUserKey {
  rootId: string;
  keyId: string;
  /** The merchant where the change happened: its id, or an id of the caller that is not registered. */
  merchant?: string | null | undefined;
  request: BalanceRequest;
  /** What the audit log says of a call that shares a transaction. */
  audited?: AuditedCall | null;
}

/** A call that was granted, with the user after it and the ledger entries that it created. */
export interface Granted {
  call: BalanceCall;
  user: UserWithRewards;
  entries: NewEntry[];
}
