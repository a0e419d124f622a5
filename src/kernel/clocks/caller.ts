import { AsyncLocalStorage } from 'node:async_hooks';
import { atClockOf } from './account-clocks.ts';

/** The account that shares its limits with the current work: the root account of the caller, or the owner of a page. */
const callers = new AsyncLocalStorage<string | undefined>();

/** Returns the account for which the current work reads. Undefined for work that serves several accounts, or nobody yet. */
export function callingAccount(): string | undefined {
  return callers.getStore();
}

/** Does work for an account: its long reads wait for those of the account. */
export function workingFor<Result>(account: string, work: () => Result): Result {
  return callers.getStore() === account ? work() : callers.run(account, work);
}

/**
 * Does work that serves several accounts, such as a batch of their calls. It may begin in a call of any of them, but must
 * not wait in the turns of that account: the others would wait with it.
 */
export function workingForAll<Result>(work: () => Result): Result {
  return callers.getStore() === undefined ? work() : callers.run(undefined, work);
}

/** Returns the items, which are made for the present caller whenever somebody takes them: a stream does so in its own time. */
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

/** Does work for a caller: on the clock of the account, and in the turns of its root account. */
export function onBehalfOf<Result>(account: { id: string; rootId: string } | undefined, work: () => Result): Result {
  return account ? workingFor(account.rootId, () => atClockOf(account.id, work)) : work();
}
