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

/** The time of all accounts in a turn of the event loop. Longer shares delay requests; shorter ones cost more. */
const shareMilliseconds = 10;

interface Line {
  /** When the account began to work in this turn. */
  began: number | undefined;
  waiting: (() => void)[];
}

/** The accounts that work in this turn of the event loop or wait for the next one. */
const lines = new Map<string | undefined, Line>();

/**
 * Call it before a request begins, and before each step of long work. Accounts divide the share of a turn equally, and
 * each gets at least one step. Await only a promise: a needless `await` lets other work in.
 */
export function yieldToEventLoop(account = callingAccount()): Promise<void> | undefined {
  const line = lines.get(account) ?? begin(account);
  if (hasTime(line)) return undefined;
  return new Promise((resolve) => {
    line.waiting.push(resolve);
    setImmediate(continueOne, line);
  });
}

/** Filters with a slow test, such as one of long texts. Other work runs in between. */
export async function filterInSteps<Item>(
  items: readonly Item[],
  test: (item: Item, index: number) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const [index, item] of items.entries()) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    if (test(item, index)) found.push(item);
  }
  return found;
}

function begin(account: string | undefined): Line {
  if (lines.size === 0) setImmediate(endIteration);
  const line: Line = { began: undefined, waiting: [] };
  lines.set(account, line);
  return line;
}

function hasTime(line: Line): boolean {
  const now = performance.now();
  line.began ??= now;
  return now - line.began < shareMilliseconds / lines.size;
}

/** Runs once per waiting caller, so the first caller continues before the second one is woken. */
function continueOne(line: Line): void {
  if (hasTime(line)) line.waiting.shift()?.();
  else setImmediate(continueOne, line);
}

/** Runs before all waiting work, because it was scheduled first. */
function endIteration(): void {
  for (const [account, line] of lines) {
    if (line.waiting.length === 0) lines.delete(account);
    else line.began = undefined;
  }
  if (lines.size > 0) setImmediate(endIteration);
}
