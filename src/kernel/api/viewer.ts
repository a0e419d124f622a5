import type { Account } from '../../accounts/account/account.ts';
import type { Scope } from './scope.ts';

export interface Credentials {
  id: string;
  secret: string;
  /** The subaccount that a parent's key wants to act for. */
  account?: string | undefined;
}

/** Who calls: a key, acting for its own account or for a subaccount. */
export interface Viewer {
  account: Account;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
}
