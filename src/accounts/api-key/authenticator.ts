import { timingSafeEqual } from 'node:crypto';
import DataLoader from 'dataloader';
import { type Credentials, unauthenticated, type Viewer } from '../../api/viewer.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import type { Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { hashSecret } from '../../kernel/security/secrets.ts';
import { networkOf } from '../../kernel/values/client-network.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { type Account, accountAbove, accounts } from '../account/account.ts';
import { noteClock } from '../account/account-clock.ts';
import { rootsOf } from '../account/account-root.ts';
import type { KeySource, KnownKey } from './api-key.ts';
import { Watchers } from './watchers.ts';

interface CachedKey extends OwnedKey {
  checkedAt: number;
  usedAt: number;
}

const wrong = 'Credentials are wrong: no API key has this id and this secret, or the key was revoked or has expired.';

const trustedMilliseconds = 5000;
const maximumKnown = 10_000;

/** Within this time, guesses from throttled addresses share a statement, so their number hardly affects the cost. */
const slowSpanMilliseconds = 100;
const maxInSlowStatement = 500;

/**
 * Caches keys for 5 seconds, except those of test accounts. So other processes may accept a revoked key for that long.
 */
export class KeyAuthenticator {
  readonly #database: Database;
  readonly #sources: readonly KeySource[];
  readonly #findKey: (database: Database, id: string) => Promise<OwnedKey | undefined>;
  readonly #known = new Map<string, CachedKey>();
  readonly #watchers = new Watchers((watch) => this.#isLost(watch));
  readonly #throttle = new GuessThrottle();
  readonly #slowReader: DataLoader<string, OwnedKey | undefined>;

  constructor(database: Database, sources: readonly KeySource[]) {
    this.#database = database.lookups;
    this.#sources = sources;
    this.#findKey = batched((connection, ids) => this.#readKeys(connection, ids));
    this.#slowReader = new DataLoader((ids) => this.#readKeys(this.#database, ids), {
      cache: false,
      maxBatchSize: maxInSlowStatement,
      batchScheduleFn: (dispatch) => void setTimeout(dispatch, slowSpanMilliseconds),
    });
  }

  /**
   * Authenticates a key. Unknown ids, wrong secrets and revoked or expired keys all throw `UNAUTHENTICATED`, and
   * `TOO_MANY_REQUESTS` after many of them. A correct secret is never throttled.
   */
  async authenticate(credentials: Credentials, address: string): Promise<Viewer> {
    const known = await this.#verify(credentials, address);
    if (known.account.closedAt) throw new Problem('ACCOUNT_CLOSED');
    this.#noteUse(known);
    // An empty account id must be a mistake: the caller meant another account.
    const { account = known.account.id } = credentials;
    return { ...known.key.viewer, account: await this.#childOf(known, account) };
  }

  /** Returns the viewer of a key. Without `accountId`, the viewer acts for the account of the key. */
  async recall(keyId: string, accountId?: string): Promise<Viewer | null> {
    const known = await this.#find(keyId);
    const account = known && (await this.#usableFor(known, accountId ?? known.account.id));
    return account ? { ...known.key.viewer, account } : null;
  }

  /** Records a wrong guess. After too many, returns the number of seconds to wait, and otherwise null. */
  noteGuess(address: string): number | null {
    return this.#throttle.note(address, null);
  }

  forget(keyId: string): void {
    this.#known.delete(keyId);
    void this.#watchers.checkBeginning(`${keyId} `);
  }

  /**
   * Calls `lost` within seconds after the key is revoked or expires, or the account is closed. Returns a function that
   * ends the watch.
   */
  watch({ keyId, account }: Viewer, lost: () => void): () => void {
    return this.#watchers.watch(`${keyId} ${account.id}`, lost);
  }

  forgetAccount(accountId: string): void {
    for (const [keyId, { account }] of this.#known) if (account.id === accountId) this.#known.delete(keyId);
  }

  async #isLost(watch: string): Promise<boolean> {
    const [keyId = '', accountId = ''] = watch.split(' ');
    const found = await this.#findKey(this.#database, keyId);
    if (found && (await this.#usableFor(found, accountId))) return false;
    this.#known.delete(keyId);
    return true;
  }

  async #usableFor(owned: OwnedKey, accountId: string): Promise<RootedAccount | null> {
    if (!isUsable(owned)) return null;
    return this.#childOf(owned, accountId).catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
  }

  async #verify({ id, secret, fault = wrong }: Credentials, address: string): Promise<CachedKey> {
    const hash = hashSecret(secret);
    const known = await this.#find(
      id,
      () => !isSecretOf(this.#known.get(id), hash) && this.#throttle.isThrottled(address),
    );
    if (known && isSecretOf(known, hash) && isCurrent(known.key)) return known;
    const seconds = this.#throttle.note(address, known?.key.id ?? null);
    throw seconds === null ? unauthenticated(fault) : new TooManyRequests(seconds, 'Too many wrong credentials.');
  }

  async #find(id: string, isSlow = () => false): Promise<CachedKey | undefined> {
    const known = this.#known.get(id);
    if (known?.account.testOf === null && Date.now() - known.checkedAt < trustedMilliseconds) return known;
    if (!this.#sourceOf(id)) return undefined;
    const found = await (isSlow() ? this.#slowReader.load(id) : this.#findKey(this.#database, id));
    this.#known.delete(id);
    if (!found) return undefined;
    if (this.#known.size >= maximumKnown) this.#known.clear();
    const fresh = { ...found, checkedAt: Date.now(), usedAt: known?.usedAt ?? 0 };
    this.#known.set(id, fresh);
    return fresh;
  }

  async #childOf({ key, account: parent }: OwnedKey, id: string): Promise<RootedAccount> {
    if (id === parent.id) return parent;
    if (!this.#sourceOf(key.id)?.actsForSubaccounts)
      throw new Problem('FORBIDDEN', 'A till acts for its own account only.');
    const child = await findAccount(this.#database, id);
    if (!child || accountAbove(child) !== parent.id)
      throw new Problem('FORBIDDEN', 'The account is neither one of your subaccounts nor your test account.');
    if (child.closedAt) throw new Problem('ACCOUNT_CLOSED');
    noteClock(child);
    return { ...child, rootId: parent.rootId };
  }

  /** Records the use of a key at most once a minute, without delaying the request. */
  #noteUse(known: CachedKey): void {
    const { id } = known.key;
    const source = this.#sourceOf(id);
    if (!source || Date.now() - known.usedAt < 60_000) return;
    known.usedAt = Date.now();
    this.#database.transaction((transaction) => source.noteUse(transaction, id)).catch(() => undefined);
  }

  #sourceOf(id: string): KeySource | undefined {
    return this.#sources.find(({ form }) => form.test(id));
  }

  async #readKeys(database: Database, ids: readonly string[]): Promise<(OwnedKey | undefined)[]> {
    const bySource = Map.groupBy(new Set(ids), (id) => this.#sourceOf(id));
    const read = [...bySource].map(([source, own]) => source?.read(database, own) ?? []);
    const keys = (await Promise.all(read)).flat();
    if (keys.length === 0) return ids.map(() => undefined);
    const owners = await findRows(database, accounts, { id: keys.map((key) => key.accountId) });
    owners.forEach(noteClock);
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
}

interface OwnedKey {
  key: KnownKey;
  account: RootedAccount;
}

function isCurrent({ isRevoked, expiresAt }: KnownKey): boolean {
  return !isRevoked && (expiresAt === null || expiresAt > realNow());
}

function isUsable({ key, account }: OwnedKey): boolean {
  return isCurrent(key) && account.closedAt === null;
}

interface RootedAccount extends Account {
  rootId: string;
}

const findAccount = batchedRow(accounts);

function isSecretOf(known: CachedKey | undefined, hash: string): boolean {
  const secretHash = known?.key.secretHash;
  return secretHash != null && timingSafeEqual(Buffer.from(secretHash), Buffer.from(hash));
}

const windowMilliseconds = 60_000;
/**
 * The number of guesses per window from one address. It is generous, because several programs behind the same address
 * may make the same mistake.
 */
const maxOfAddress = 50;
/** The number of guesses per window for one key, from all addresses together. */
const maxOfKey = 20;
/** The maximum number of addresses and keys to track, which limits the memory. Any others count as throttled. */
const maxTracked = 100_000;

/**
 * Throttles guesses, separately in each process. It only changes how a wrong secret is refused: a correct one is always
 * accepted.
 */
export class GuessThrottle {
  readonly #wrong = new Map<string, number>();
  #endsAt = 0;

  isThrottled(address: string): boolean {
    this.#beginWindow();
    return this.#isOver(networkOf(address), maxOfAddress);
  }

  /** Records a guess. After too many, returns the number of seconds to wait, and otherwise null. */
  note(address: string, keyId: string | null): number | null {
    this.#beginWindow();
    const isOver = [
      this.#count(networkOf(address), maxOfAddress),
      keyId !== null && this.#count(keyId, maxOfKey),
    ].includes(true);
    return isOver ? Math.max(1, Math.ceil((this.#endsAt - Date.now()) / 1000)) : null;
  }

  #count(subject: string, max: number): boolean {
    const isOver = this.#isOver(subject, max);
    if (!isOver) this.#wrong.set(subject, (this.#wrong.get(subject) ?? 0) + 1);
    return isOver;
  }

  #isOver(subject: string, max: number): boolean {
    const wrong = this.#wrong.get(subject);
    return wrong === undefined ? this.#wrong.size >= maxTracked : wrong >= max;
  }

  #beginWindow(): void {
    if (Date.now() < this.#endsAt) return;
    this.#wrong.clear();
    this.#endsAt = Date.now() + windowMilliseconds;
  }
}
