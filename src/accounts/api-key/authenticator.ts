import { timingSafeEqual } from 'node:crypto';
import DataLoader from 'dataloader';
import { In } from 'typeorm';
import type { Scope } from '../../kernel/api/scope.ts';
import type { Credentials, Viewer } from '../../kernel/api/viewer.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Account, accounts } from '../account/account.ts';
import { rootsOf } from '../account/account-root.ts';
import { type ApiKey, apiKeys, hashSecret } from './api-key.ts';
import { GuessThrottle } from './guess-throttle.ts';
import { Watchers } from './watchers.ts';

interface Known extends OwnedKey {
  checkedAt: number;
  usedAt: number;
}

const trustedMilliseconds = 5000;
const maximumKnown = 10_000;
const keyId = idPattern('apiKey');

/**
 * Ids from an address with too many wrong secrets are read together, in one statement per span, so that guesses cost
 * the database the same however many there are.
 */
const slowSpanMilliseconds = 100;
const mostInSlowStatement = 500;

/**
 * Authenticates callers by API key. Keys are cached for 5 seconds, so another process may accept a revoked key for that
 * time. The process that revokes a key removes it from its cache at once.
 */
export class KeyAuthenticator {
  readonly #database: Database;
  readonly #known = new Map<string, Known>();
  readonly #watchers = new Watchers((keyId) => this.#isLost(keyId));
  readonly #throttle = new GuessThrottle();
  readonly #slowReader: DataLoader<string, OwnedKey | undefined>;

  constructor(database: Database) {
    this.#database = database;
    this.#slowReader = new DataLoader((ids) => readKeys(database, ids), {
      cache: false,
      maxBatchSize: mostInSlowStatement,
      batchScheduleFn: (dispatch) => void setTimeout(dispatch, slowSpanMilliseconds),
    });
  }

  /**
   * Rejects with the same `UNAUTHENTICATED` for an unknown id, a wrong secret, a revoked key and an expired key, and
   * with `TOO_MANY_REQUESTS` after too many of them from an address or for a key. A right secret always succeeds.
   */
  async authenticate(credentials: Credentials, address: string): Promise<Viewer> {
    const known = await this.#verify(credentials, address);
    this.#noteUse(known);
    const account = credentials.account ? await this.#childOf(known.account, credentials.account) : known.account;
    return viewerOf(known.key, account);
  }

  async recall(keyId: string): Promise<Viewer | null> {
    const known = await this.#find(keyId);
    return known && isCurrent(known.key) ? viewerOf(known.key, known.account) : null;
  }

  forget(keyId: string): void {
    this.#known.delete(keyId);
    void this.#watchers.check(keyId);
  }

  /** Calls `lost` within some seconds after the key is revoked or expires. Returns a function that ends the watch. */
  watch(keyId: string, lost: () => void): () => void {
    return this.#watchers.watch(keyId, lost);
  }

  /** Removes the keys of the account from the cache, so that the next requests read the changed account. */
  forgetAccount(accountId: string): void {
    for (const [keyId, { account }] of this.#known) if (account.id === accountId) this.#known.delete(keyId);
  }

  async #isLost(keyId: string): Promise<boolean> {
    const found = await findKey(this.#database, keyId);
    if (found && isCurrent(found.key)) return false;
    this.#known.delete(keyId);
    return true;
  }

  async #verify({ id, secret }: Credentials, address: string): Promise<Known> {
    const hash = hashSecret(secret);
    const known = await this.#find(
      id,
      () => !isSecretOf(this.#known.get(id), hash) && this.#throttle.isThrottled(address),
    );
    if (known && isSecretOf(known, hash) && isCurrent(known.key)) return known;
    const seconds = this.#throttle.note(address, known?.key.id ?? null);
    throw seconds === null
      ? new Problem('UNAUTHENTICATED')
      : new TooManyRequests(seconds, 'Too many wrong credentials.');
  }

  async #find(id: string, isSlow = () => false): Promise<Known | undefined> {
    const known = this.#known.get(id);
    if (known && Date.now() - known.checkedAt < trustedMilliseconds) return known;
    if (!keyId.test(id)) return undefined;
    const found = await (isSlow() ? this.#slowReader.load(id) : findKey(this.#database, id));
    this.#known.delete(id);
    if (!found) return undefined;
    if (this.#known.size >= maximumKnown) this.#known.clear();
    const fresh = { ...found, checkedAt: Date.now(), usedAt: known?.usedAt ?? 0 };
    this.#known.set(id, fresh);
    return fresh;
  }

  async #childOf(parent: RootedAccount, id: string): Promise<RootedAccount> {
    if (id === parent.id) return parent;
    const child = await findAccount(this.#database, id);
    if (child?.parentId !== parent.id) throw new Problem('FORBIDDEN', 'The account is not one of your subaccounts.');
    return { ...child, rootId: parent.rootId };
  }

  /** Stores the time of the last use, at most once a minute and without delaying the request. */
  #noteUse(known: Known): void {
    if (Date.now() - known.usedAt < 60_000) return;
    known.usedAt = Date.now();
    this.#database
      .transaction((transaction) =>
        transaction.change('UPDATE api_keys SET last_used_at = ? WHERE id = ?', [now(), known.key.id]),
      )
      .catch(() => undefined);
  }
}

interface OwnedKey {
  key: ApiKey;
  account: RootedAccount;
}

interface RootedAccount extends Account {
  rootId: string;
}

const findKey = shared<string, OwnedKey | undefined>(readKeys);

async function readKeys(database: Database, ids: readonly string[]): Promise<(OwnedKey | undefined)[]> {
  const keys = await database.manager.findBy(apiKeys, { id: In([...new Set(ids)]) });
  if (keys.length === 0) return ids.map(() => undefined);
  const owners = await database.manager.findBy(accounts, { id: In(keys.map((key) => key.accountId)) });
  const roots = await rootsOf(
    database,
    owners.map(({ id }) => id),
  );
  return ids.map((id) => {
    const key = keys.find((candidate) => candidate.id === id);
    const account = owners.find((owner) => owner.id === key?.accountId);
    return key && account && { key, account: { ...account, rootId: roots.get(account.id) ?? account.id } };
  });
}

const findAccount = shared<string, Account | undefined>(async (database, ids) => {
  const found = await database.manager.findBy(accounts, { id: In([...new Set(ids)]) });
  return ids.map((id) => found.find((account) => account.id === id));
});

function viewerOf({ id: keyId, name: keyName, scopeList }: ApiKey, account: RootedAccount): Viewer {
  return { account, keyId, keyName, scopes: scopeList.split(',') as Scope[] };
}

function isSecretOf(known: Known | undefined, hash: string): boolean {
  return known !== undefined && timingSafeEqual(Buffer.from(known.key.secretHash), Buffer.from(hash));
}

function isCurrent({ revokedAt, expiresAt }: ApiKey): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now());
}
