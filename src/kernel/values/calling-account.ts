import { AsyncLocalStorage } from 'node:async_hooks';

/** The account whose limits apply to the work: the root account of the caller, or of the owner of a page. */
const callers = new AsyncLocalStorage<string | undefined>();

export function callingAccount(): string | undefined {
  return callers.getStore();
}

/** Runs work for an account. Its long reads wait for other long reads of the account. */
export function workingFor<Result>(account: string, work: () => Result): Result {
  return callers.getStore() === account ? work() : callers.run(account, work);
}

/** Runs work that serves several accounts. It does not wait for the turns of the caller's account. */
export function workingForAll<Result>(work: () => Result): Result {
  return callers.getStore() === undefined ? work() : callers.run(undefined, work);
}

export function madeForCaller<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const inContext = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]();
      return {
        next: () => inContext(() => iterator.next()),
        return: async () => (await inContext(() => iterator.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}
