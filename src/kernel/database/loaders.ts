import DataLoader from 'dataloader';
import type { Database } from './database.ts';

const batchSize = 64;
const parallelBatches = 2;

/**
 * Lets simultaneous calls of all requests share one statement or one transaction. A call that comes alone goes at
 * once; under load, calls that arrive while two batches are under way form the next. Nothing is cached, and since
 * requests of different accounts meet here, a key carries everything that decides its answer.
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
