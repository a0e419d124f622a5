import { type Account, accountAbove, accountRow } from '../../accounts/account/account.ts';
import { noteClock } from '../../accounts/account/account-clock.ts';
import { rootOf } from '../../accounts/account/account-root.ts';
import { Watchers } from '../../accounts/api-key/watchers.ts';
import { type Role, scopesOfRole } from '../../api/scope.ts';
import type { Viewer } from '../../api/viewer.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRow, findRows, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { realNow, toDate } from '../../kernel/values/instant.ts';
import { findByToken, idleSince, type PersonSignIn, signIns } from './person-sign-in.ts';

/**
 * Authenticates people. It reads the sign-in for every request, so changes apply immediately in all processes. People
 * send few requests.
 */
export class PersonAuthenticator {
  readonly #database: Database;
  readonly #watchers = new Watchers((watch) => this.#isLost(watch));

  constructor(database: Database) {
    this.#database = database.lookups;
  }

  async findSignedIn(token: string, accountId?: string): Promise<Viewer | null> {
    const signIn = await findByToken(this.#database, token);
    if (!signIn) return null;
    this.#noteUse(signIn);
    return viewerOf(this.#database, signIn, accountId);
  }

  async recall(personId: string, accountId: string): Promise<Viewer | null> {
    return actingFor(this.#database, { id: '', personId }, accountId);
  }

  /**
   * Calls `lost` within seconds after the sign-in has ended, the person has lost a scope, or the account was closed.
   * Returns a function that ends the watch.
   */
  watch({ account, person }: Viewer, lost: () => void): () => void {
    const { signInId = '', role } = person ?? {};
    return this.#watchers.watch(`${signInId} ${account.id} ${role}`, lost);
  }

  async #isLost(watch: string): Promise<boolean> {
    const [signInId = '', accountId = '', role] = watch.split(' ');
    const present = await findRole(this.#database, { signInId, accountId });
    return !present || !scopesOfRole[role as Role].every((scope) => scopesOfRole[present].includes(scope));
  }

  /** Records the use of a sign-in at most once a minute, without delaying the request. */
  #noteUse({ id, lastUsedAt }: PersonSignIn): void {
    if (Date.now() - toDate(lastUsedAt).getTime() < 60_000) return;
    this.#database
      .transaction((transaction) => updateRows(transaction, signIns, { id }, { lastUsedAt: realNow() }))
      .catch(() => undefined);
  }
}

type ActingSignIn = Pick<PersonSignIn, 'id' | 'personId' | 'accountId'>;

/**
 * Returns the viewer. Without `accountId`, takes the chosen account, and returns null if the person can no longer act
 * for it.
 */
async function viewerOf(connection: Connection, signIn: ActingSignIn, accountId?: string): Promise<Viewer | null> {
  const viewer = await actingFor(connection, signIn, accountId ?? signIn.accountId);
  if (!viewer && accountId !== undefined) throw new Problem('FORBIDDEN', 'The account is not one of yours.');
  return viewer;
}

/**
 * Returns the person's membership that counts for the account. Its role also applies to subaccounts and test accounts.
 */
async function actingFor(
  database: Connection,
  { id: signInId, personId }: Pick<PersonSignIn, 'id' | 'personId'>,
  accountId: string,
): Promise<Viewer | null> {
  const account = await findRow(database, accountRow, { id: accountId });
  if (!account || account.closedAt) return null;
  noteClock(account);
  const belonging = await belongingsOf(database, personId, [
    accountId,
    ...[accountAbove(account)].filter((above) => above !== null),
  ]);
  const own = belonging.find((one) => one.accountId === accountId) ?? belonging[0];
  if (!own) return null;
  return {
    account: { ...(account as Account), rootId: await rootOf(database, account.id) },
    keyId: personId,
    keyName: own.email,
    scopes: scopesOfRole[own.role],
    person: { id: personId, signInId, role: own.role },
  };
}

/**
 * The maximum number of sign-ins per statement. Browsers may hold hundreds of connections, and all of them are checked
 * together.
 */
const maxWatchedInStatement = 512;

/** Finds the role. Returns null if the sign-in has ended, or may no longer act for the account. */
const findRole = batched<Watched, Role | null>(async (database, watched) => {
  const ids = new Set(watched.map(({ accountId }) => accountId));
  const accounts = await findRows(database, accountRow, { id: [...ids], closedAt: null });
  const places = new Map(accounts.map((one) => [one.id, [one.id, accountAbove(one)].filter((id) => id !== null)]));
  const roles = await findRoles(database, watched, [...new Set([...places.values()].flat())]);
  return watched.map(({ signInId, accountId }) => {
    const place = places.get(accountId)?.find((id) => roles.has(`${signInId} ${id}`));
    return roles.get(`${signInId} ${place}`) ?? null;
  });
}, maxWatchedInStatement);

interface Watched {
  signInId: string;
  accountId: string;
}

async function findRoles(connection: Connection, watched: readonly Watched[], accountIds: readonly string[]) {
  const rows = await connection.rows<Watched & { role: Role }>(
    `SELECT i.id AS signInId, m.account_id AS accountId, m.role AS role
       FROM sign_ins i JOIN account_members m ON m.person_id = i.person_id AND m.account_id IN (:accountIds)
       WHERE i.id IN (:signInIds) AND i.expires_at > :at AND i.last_used_at > :last`,
    { accountIds, at: realNow(), last: idleSince(), signInIds: watched.map(({ signInId }) => signInId) },
  );
  return new Map(rows.map(({ signInId, accountId, role }) => [`${signInId} ${accountId}`, role]));
}

interface Belonging {
  accountId: string;
  role: Role;
  email: string;
}

function belongingsOf(connection: Connection, personId: string, accountIds: string[]): Promise<Belonging[]> {
  return connection.rows<Belonging>(
    `SELECT m.account_id AS accountId, m.role AS role, p.email AS email
       FROM account_members m JOIN console_people p ON p.id = m.person_id
       WHERE m.person_id = :personId AND m.account_id IN (:accountIds)`,
    { personId, accountIds },
  );
}
