import DataLoader from 'dataloader';
import { callingAccount, workingForAll } from '../values/event-loop.ts';
import { clockAhead } from '../values/instant.ts';
import type { Database } from './database.ts';
import { DatabaseBusy, isSilence } from './failures.ts';

const batchSize = 64;
const parallelBatches = 2;

const timeoutMilliseconds = 8000;

type Load<Key, Value> = (database: Database, keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

/**
 * Shares a statement between simultaneous calls, even of several accounts. Apart from the clock, a key must determine
 * its result, and it must need few rows.
 */
export function batched<Key, Value>(
  load: Load<Key, Value>,
  maxKeys = batchSize,
): (database: Database, key: Key) => Promise<Value> {
  const loadForAll: Load<Key, Value> = (database, keys) => workingForAll(() => load(database.lookups, keys));
  return batchedInGroups(() => '', loadForAll, { maxKeys, maxWaiting: Number.POSITIVE_INFINITY });
}

/** Like `batched`, but for changes: each group has its own batches, so that a locked row delays only its group. */
export function batchedInGroups<Key, Value>(
  groupOf: (key: Key) => string,
  load: Load<Key, Value>,
  limits: GroupLimits = { maxKeys: batchSize, maxWaiting: 10_000 },
): (database: Database, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Database, Groups<Key, Value>>();
  return (database, key) => {
    const known = loaders.get(database) ?? new Groups<Key, Value>((keys) => load(database, keys), limits);
    loaders.set(database, known);
    return known.load(`${clockAhead()} ${groupOf(key)}`, key);
  };
}

/**
 * Like `batched`, but for keys that may need many rows or long ones: a batch contains only one account, and runs in its
 * turns.
 */
export function batchedByAccount<Key, Value>(
  load: Load<Key, Value>,
  maxKeys = batchSize,
): (database: Database, key: Key) => Promise<Value> {
  return batchedInGroups(() => callingAccount() ?? '', load, { maxKeys, maxWaiting: 10_000 });
}

/** The size of batches of rows with long texts, which can have 200 kB each. */
export const fewLongRows = 16;

interface Call<Key> {
  key: Key;
  at: number;
}

interface GroupLimits {
  maxKeys: number;
  maxWaiting: number;
}

class Groups<Key, Value> {
  readonly #load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;
  readonly #limits: GroupLimits;
  readonly #groups = new Map<string, { batches: Batches<Call<Key>, Value>; calls: number }>();

  constructor(load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>, limits: GroupLimits) {
    this.#load = load;
    this.#limits = limits;
  }

  async load(name: string, key: Key): Promise<Value> {
    const { maxKeys, maxWaiting } = this.#limits;
    const group = this.#groups.get(name) ?? { batches: new Batches(loadingFresh(this.#load), maxKeys), calls: 0 };
    if (group.calls >= maxWaiting) throw new DatabaseBusy();
    this.#groups.set(name, group);
    group.calls += 1;
    try {
      return await group.batches.load({ key, at: performance.now() });
    } finally {
      group.calls -= 1;
      if (group.calls === 0) this.#groups.delete(name);
    }
  }
}

/**
 * Rejects calls that have waited too long, and calls made while the server is silent, which would wait just as long.
 */
function loadingFresh<Key, Value>(load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>) {
  let silentAt = Number.NEGATIVE_INFINITY;
  return async (calls: readonly Call<Key>[]): Promise<readonly (Value | Error)[]> => {
    const oldest = Math.max(silentAt, performance.now() - timeoutMilliseconds);
    const fresh = calls.filter(({ at }) => at >= oldest);
    const values = fresh.length > 0 ? await load(fresh.map(({ key }) => key)).catch(noteSilence) : [];
    if (fresh.length === calls.length) return values;
    const loaded = values[Symbol.iterator]();
    return calls.map(({ at }) => (at >= oldest ? (loaded.next().value as Value | Error) : new DatabaseBusy()));
  };

  function noteSilence(error: unknown): never {
    if (isSilence(error)) silentAt = performance.now();
    throw error;
  }
}

class Batches<Key, Value> {
  readonly #loader: DataLoader<Key, Value>;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>, maxBatchSize: number) {
    this.#loader = new DataLoader<Key, Value>(
      (keys) =>
        load(keys).finally(() => {
          this.#running -= 1;
          setImmediate(this.#dispatchNext);
        }),
      {
        cache: false,
        maxBatchSize,
        batchScheduleFn: (dispatch) => {
          this.#waiting.push(dispatch);
          setImmediate(this.#dispatchNext);
        },
      },
    );
  }

  load(key: Key): Promise<Value> {
    return this.#loader.load(key);
  }

  readonly #dispatchNext = (): void => {
    while (this.#running < parallelBatches && this.#waiting.length > 0) {
      this.#running += 1;
      this.#waiting.shift()?.();
    }
  };
}
