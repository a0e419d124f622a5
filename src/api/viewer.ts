import { Problem } from '../kernel/problem.ts';
import { type Role, type Scope, scopesOfRole } from './scope.ts';

export interface Credentials {
  id: string;
  secret: string;
  account?: string | undefined;
  /** A sentence that says why the credentials cannot be correct. */
  fault?: string;
}

export interface Viewer {
  account: ViewerAccount;
  /** The id of a key (`key_…`), person (`per_…`) or till (`til_…`), stored as the author of changes. */
  keyId: string;
  /** The name of the key or till, or the person's address. */
  keyName: string;
  scopes: readonly Scope[];
  person?: SignedInPerson;
  till?: CallingTill;
}

interface CallingTill {
  /** The id of the merchant that the till's ledger entries contain. */
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
  domain: string | null;
  timezone: string;
  emailBalance: number;
  parentId: string | null;
  testOf: string | null;
  /** The topmost account. All accounts below it share its limits. */
  rootId: string;
  createdAt: string;
  closedAt: string | null;
  closedWith: string | null;
  removalBeganAt: string | null;
  /** For how many days each kind of data is kept. Null: as long as in the rest of the installation. */
  messagesKeptDays: number | null;
  deliveriesKeptDays: number | null;
  requestsKeptDays: number | null;
  clockAhead: number | null;
  clockSetAt: string | null;
  clockTarget: string | null;
}

export interface Authenticator {
  /**
   * Authenticates a caller. Throws `UNAUTHENTICATED` for invalid, revoked or expired keys, and `TOO_MANY_REQUESTS`
   * after many failures.
   */
  authenticate(credentials: Credentials, address: string): Promise<Viewer>;
  /** Records a wrong secret that belongs to no key. Returns the number of seconds to wait, or null. */
  noteGuess(address: string): number | null;
  /** Returns null if the sign-in has ended. Throws `FORBIDDEN` for somebody else's account. */
  findSignedIn(token: string, accountId?: string): Promise<Viewer | null>;
  /**
   * Returns the viewer of a signed address. Returns null if the key, the membership or the account is no longer valid.
   */
  recall(keyId: string, accountId?: string): Promise<Viewer | null>;
  forget(keyId: string): void;
  forgetAccount(accountId: string): void;
  /** Calls `lost` when the viewer loses permissions. Returns a function that ends the watch. */
  watch(viewer: Viewer, lost: () => void): () => void;
}

const howToSend =
  'Send the id and the secret of an API key in the headers X-Client-Id and X-Client-Secret, or as "Authorization: Bearer id:secret".';

export function unauthenticated(what = 'Credentials are missing.'): Problem {
  return new Problem('UNAUTHENTICATED', `${what} ${howToSend}`);
}

export function requireScope(
  viewer: Viewer | null,
  scope: Scope,
  alternative: Scope = scope,
): asserts viewer is Viewer {
  if (!viewer) throw unauthenticated();
  if (!allows(viewer.scopes, scope) && !allows(viewer.scopes, alternative))
    throw new Problem('FORBIDDEN', problemOf(viewer, scope));
}

function problemOf({ person, till }: Viewer, scope: Scope): string {
  if (till) return `This needs the scope ${scope}, which tills do not have.`;
  return person
    ? `This needs the scope ${scope}, which the role ${person.role} does not have.`
    : `The API key needs the scope ${scope}.`;
}

/** Requires the permissions of a role, because nobody can grant more than they have. */
export function requireRole(viewer: Viewer, role: Role): void {
  for (const scope of scopesOfRole[role]) requireScope(viewer, scope);
}

/** `WRITE` and `REDEEM` include `READ`. */
export function allows(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'READ' && (granted.includes('WRITE') || granted.includes('REDEEM')));
}
