import { Problem } from '../kernel/problem.ts';
import { type Role, type Scope, scopesOfRole } from './scope.ts';

export interface Credentials {
  id: string;
  secret: string;
  account?: string | undefined;
}

export interface Viewer {
  account: ViewerAccount;
  /** The id of the API key (`key_…`), the person (`per_…`) or the till (`til_…`). Rows name by it who made a change. */
  keyId: string;
  /** The name of the API key or the till, or the email address of the person. */
  keyName: string;
  scopes: readonly Scope[];
  /** Who signed in and how. Absent for an API key or a till. */
  person?: SignedInPerson;
  till?: CallingTill;
}

interface CallingTill {
  /** The merchant that the till belongs to. Its ledger entries name it. */
  merchantId: string | null;
}

interface SignedInPerson {
  id: string;
  signInId: string;
  role: Role;
}

interface ViewerAccount {
  id: string;
  name: string;
  /** The internet domain of default sender addresses. */
  domain: string | null;
  timezone: string;
  emailBalance: number;
  parentId: string | null;
  /** The live account of a test account. Null for a live account. */
  testOf: string | null;
  /** The topmost account above, or the account itself. All accounts of one root share its limits. */
  rootId: string;
  createdAt: string;
  closedAt: string | null;
  closedWith: string | null;
  removalBeganAt: string | null;
  /** The days for which it keeps data. Null for those of the installation. */
  messagesKeptDays: number | null;
  deliveriesKeptDays: number | null;
  requestsKeptDays: number | null;
  /** The clock of a test account. Null for a live account. */
  clockAhead: number | null;
  clockSetAt: string | null;
  clockTarget: string | null;
}

export interface Authenticator {
  /**
   * Rejects with `UNAUTHENTICATED` when the id is unknown, the secret is wrong, or the key is revoked or expired, and
   * with `TOO_MANY_REQUESTS` when that happens too often for the key or from the address of the caller.
   */
  authenticate(credentials: Credentials, address: string): Promise<Viewer>;
  /**
   * Counts a wrong secret from an address that names no key. Returns the number of seconds to wait after too many of
   * them, and otherwise null.
   */
  noteGuess(address: string): number | null;
  /**
   * Returns the person who signed in with a token, acting for the chosen account or the given one. Null when the sign-in
   * has ended. Rejects with `FORBIDDEN` when the account is not one of the person's.
   */
  findSignedIn(token: string, accountId?: string): Promise<Viewer | null>;
  /**
   * Returns the viewer of a key or a person for whom the service signed something earlier. Null once the key is revoked
   * or expired, the person no longer belongs to the account, or the account is closed.
   */
  recall(keyId: string, accountId?: string): Promise<Viewer | null>;
  /** Drops a key from the cache, so that the next call reads it again. */
  forget(keyId: string): void;
  /** Drops the keys of an account from the cache, so that the next call of each reads the account again. */
  forgetAccount(accountId: string): void;
  /** Calls `lost` once the viewer may no longer do what it may now. Returns a function that ends the watch. */
  watch(viewer: Viewer, lost: () => void): () => void;
}

/** Throws `UNAUTHENTICATED` without a viewer and `FORBIDDEN` when it has neither the scope nor its alternative. */
export function requireScope(
  viewer: Viewer | null,
  scope: Scope,
  alternative: Scope = scope,
): asserts viewer is Viewer {
  if (!viewer) throw new Problem('UNAUTHENTICATED');
  if (!allows(viewer.scopes, scope) && !allows(viewer.scopes, alternative))
    throw new Problem('FORBIDDEN', refusalOf(viewer, scope));
}

function refusalOf({ person, till }: Viewer, scope: Scope): string {
  if (till) return `This needs the scope ${scope}, which tills do not have.`;
  return person
    ? `This needs the scope ${scope}, which the role ${person.role} does not have.`
    : `The API key needs the scope ${scope}.`;
}

/** Throws `FORBIDDEN` unless the viewer has all scopes of the role: nobody gives more rights than they have. */
export function requireRole(viewer: Viewer, role: Role): void {
  for (const scope of scopesOfRole[role]) requireScope(viewer, scope);
}

/** Returns whether a caller with these scopes has `scope`: `WRITE` and `REDEEM` include `READ` (contract, section 2). */
export function allows(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'READ' && (granted.includes('WRITE') || granted.includes('REDEEM')));
}
