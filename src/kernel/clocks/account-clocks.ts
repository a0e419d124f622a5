import { AsyncLocalStorage } from 'node:async_hooks';
import { atClock, type Instant, toDate, toInstant } from '../values/instant.ts';

/** By how many milliseconds the clocks of test accounts are ahead of the real time. Live accounts are not in it. */
const known = new Map<string, number>();

/** Returns by how many milliseconds the clock of an account is ahead of the real time: 0 for most accounts. */
export function aheadOf(accountId: string | null | undefined): number {
  return known.size === 0 || !accountId ? 0 : (known.get(accountId) ?? 0);
}

/** Notes how far the clock of an account is ahead. A clock never goes back, so an older value is ignored. */
export function noteAhead(accountId: string, ahead: number): void {
  if (ahead >= aheadOf(accountId)) known.set(accountId, ahead);
}

export function hasClock(accountId: string): boolean {
  return known.has(accountId);
}

export function accountsAhead(): string[] {
  return [...known].flatMap(([id, ahead]) => (ahead > 0 ? [id] : []));
}

export function atClockOf<Result>(accountId: string | null | undefined, work: () => Result): Result {
  return atClock(aheadOf(accountId), work);
}

/** Converts an instant on the clock of an account to the real time. It assumes that the clock was as far ahead as now. */
export function toRealTime(accountId: string, instant: Instant): Instant {
  const ahead = aheadOf(accountId);
  return ahead === 0 ? instant : toInstant(new Date(toDate(instant).getTime() - ahead));
}

export async function onEachClock<Item>(
  items: readonly Item[],
  accountOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (known.size === 0) return work(items);
  const groups = Map.groupBy(items, (item) => aheadOf(accountOf(item)));
  for (const [ahead, group] of groups) await atClock(ahead, () => work(group));
}

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

/** Does work that serves several accounts. It must not wait in the turns of the one in whose call it begins. */
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
