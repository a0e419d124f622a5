import { Problem } from '../problem.ts';
import type { Scope } from './scope.ts';

/** The credentials of a caller: an API key, and the account to act for. */
export interface Credentials {
  id: string;
  secret: string;
  /** The subaccount that a key of the parent account acts for. */
  account?: string | undefined;
}

/** An API key, acting for its own account or for a subaccount. */
export interface Viewer {
  account: ViewerAccount;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
}

/** The account of a viewer, as operations see it. */
interface ViewerAccount {
  id: string;
  name: string;
  /** The internet domain of default sender addresses. */
  domain: string | null;
  /** IANA time zone. */
  timezone: string;
  emailBalance: number;
  parentId: string | null;
  /** The topmost parent, or the account itself. All accounts of one root share its limits. */
  rootId: string;
  /** `yyyy-MM-dd HH:mm:ss.SSS` in UTC. */
  createdAt: string;
}

export interface Authenticator {
  /**
   * Rejects with `UNAUTHENTICATED` when the id is unknown, the secret is wrong, or the key is revoked or expired, and
   * with `TOO_MANY_REQUESTS` when that happens too often for the key or from the address of the caller.
   */
  authenticate(credentials: Credentials, address: string): Promise<Viewer>;
  /**
   * Returns the viewer of a key whose secret was checked when the service signed something for it. Null once the key is
   * revoked or expired.
   */
  recall(keyId: string): Promise<Viewer | null>;
  /** Drops a key from the cache, so that the next call reads it again. */
  forget(keyId: string): void;
  /** Drops the keys of an account from the cache, so that the next call of each reads the account again. */
  forgetAccount(accountId: string): void;
  /** Calls `lost` once the key is revoked or expired. Returns a function that ends the watch. */
  watch(keyId: string, lost: () => void): () => void;
}

/** Throws `UNAUTHENTICATED` without a viewer and `FORBIDDEN` when the key has neither the scope nor its alternative. */
export function requireScope(
  viewer: Viewer | null,
  scope: Scope,
  alternative: Scope = scope,
): asserts viewer is Viewer {
  if (!viewer) throw new Problem('UNAUTHENTICATED');
  if (!allows(viewer.scopes, scope) && !allows(viewer.scopes, alternative))
    throw new Problem('FORBIDDEN', `The API key needs the scope ${scope}.`);
}

/** Returns whether a key with these scopes has `scope`: `WRITE` and `REDEEM` include `READ` (contract, section 2). */
function allows(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'READ' && (granted.includes('WRITE') || granted.includes('REDEEM')));
}
