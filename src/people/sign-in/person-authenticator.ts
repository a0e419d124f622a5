import { type Account, accountAbove, accountRow } from '../../accounts/account/account.ts';
import { noteClock } from '../../accounts/account/account-clock.ts';
import { rootsOf } from '../../accounts/account/account-root.ts';
import { Watchers } from '../../accounts/api-key/watchers.ts';
import { type Role, scopesOfRole } from '../../api/scope.ts';
import type { Viewer } from '../../api/viewer.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { realNow, toDate } from '../../kernel/values/instant.ts';
import { findById, findByToken, maxSignInsInStatement, type PersonSignIn, signIns } from './person-sign-in.ts';

/**
 * Authenticates people. It reads the sign-in for every request, so changes apply immediately in all processes.
 * Simultaneous requests share a statement.
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
    const viewer = await this.#viewerOf(signIn, accountId ?? signIn.accountId);
    if (!viewer && accountId !== undefined) throw new Problem('FORBIDDEN', 'The account is not one of yours.');
    return viewer;
  }

  recall(personId: string, accountId: string): Promise<Viewer | null> {
    return this.#viewerOf({ id: '', personId }, accountId);
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
    const signIn = await findById(this.#database, signInId);
    const present = signIn && (await findActing(this.#database, { personId: signIn.personId, accountId }))?.role;
    return !present || !scopesOfRole[role as Role].every((scope) => scopesOfRole[present].includes(scope));
  }

  async #viewerOf(signIn: Pick<PersonSignIn, 'id' | 'personId'>, accountId: string): Promise<Viewer | null> {
    const { id: signInId, personId } = signIn;
    const acting = await findActing(this.#database, { personId, accountId });
    if (!acting) return null;
    const { account, rootId, role, email } = acting;
    return {
      account: { ...account, rootId },
      keyId: personId,
      keyName: email,
      scopes: scopesOfRole[role],
      person: { id: personId, signInId, role },
    };
  }

  /** Records the use of a sign-in at most once a minute, without delaying the request. */
  #noteUse({ id, lastUsedAt }: PersonSignIn): void {
    if (Date.now() - toDate(lastUsedAt).getTime() < 60_000) return;
    this.#database
      .transaction((transaction) => updateRows(transaction, signIns, { id }, { lastUsedAt: realNow() }))
      .catch(() => undefined);
  }
}

/** An account for which a person may act. */
interface Acting extends Belonging {
  account: Account;
  rootId: string;
}

/**
 * Finds the account, and the person's membership that counts for it. Its role also applies to subaccounts and test
 * accounts. Returns null if the account is closed, or if the person may not act for it.
 */
const findActing = batched<Wanted, Acting | null>(async (database, wanted) => {
  const ids = new Set(wanted.map(({ accountId }) => accountId));
  const found = await findRows(database, accountRow, { id: [...ids], closedAt: null });
  if (found.length === 0) return wanted.map(() => null);
  found.forEach(noteClock);
  const accounts = new Map(found.map((account) => [account.id, account]));
  const places = (account: Account) => [account.id, accountAbove(account)].filter((id) => id !== null);
  const belongings = await belongingsOf(database, wanted, found.flatMap(places));
  const roots = await rootsOf(database, [...accounts.keys()]);
  return wanted.map(({ personId, accountId }) => {
    const account = accounts.get(accountId);
    if (!account) return null;
    const belonging = places(account).map((id) => belongings.get(`${personId} ${id}`));
    const own = belonging.find((one) => one !== undefined);
    return own ? { ...own, account, rootId: roots.get(accountId) ?? accountId } : null;
  });
}, maxSignInsInStatement);

interface Wanted {
  personId: string;
  accountId: string;
}

interface Belonging {
  role: Role;
  email: string;
}

async function belongingsOf(
  connection: Connection,
  wanted: readonly Wanted[],
  accountIds: readonly string[],
): Promise<Map<string, Belonging>> {
  const rows = await connection.rows<Wanted & Belonging>(
    `SELECT m.person_id AS personId, m.account_id AS accountId, m.role AS role, p.email AS email
       FROM account_members m JOIN console_people p ON p.id = m.person_id
       WHERE m.person_id IN (:personIds) AND m.account_id IN (:accountIds)`,
    { personIds: [...new Set(wanted.map(({ personId }) => personId))], accountIds: [...new Set(accountIds)] },
  );
  return new Map(rows.map(({ personId, accountId, ...belonging }) => [`${personId} ${accountId}`, belonging]));
}
