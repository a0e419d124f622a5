import DataLoader from 'dataloader';
import type { Database } from './database.ts';

const batchSize = 64;
const parallelBatches = 2;

/**
 * Batches simultaneous calls of all requests into one statement or one transaction. A single call runs at once; under
 * load, calls that arrive while two batches are running form the next batch. Nothing is cached. Requests of different
 * accounts share a batch, so a key must carry everything that determines its result.
 */
export function shared<Key, Value>(
  load: (database: Database, keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): (database: Database, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Database, DataLoader<Key, Value>>();
  return (database, key) => {
    const known = loaders.get(database) ?? sharedLoader<Key, Value>((keys) => load(database, keys));
    loaders.set(database, known);
    return known.load(key);
  };
}

function sharedLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): DataLoader<Key, Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const dispatchNext = (): void => {
    while (running < parallelBatches && waiting.length > 0) {
      running += 1;
      waiting.shift()?.();
    }
  };
  return new DataLoader<Key, Value>(
    (keys) =>
      load(keys).finally(() => {
        running -= 1;
        setImmediate(dispatchNext);
      }),
    {
      cache: false,
      maxBatchSize: batchSize,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        setImmediate(dispatchNext);
      },
    },
  );
}
