import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * How long work runs before others get a turn. 10 ms hardly delay a request, and shorter times cost more than they
 * gain.
 */
const shareMilliseconds = 10;

/** The share of an account in a turn of the event loop. */
const beginMilliseconds = 20;

const waiting: (() => void)[] = [];
let hasBegun = false;
let endOfShare = 0;

/**
 * Returns a promise if others should get a turn. Call it before each step of long work. Await only a promise: a
 * needless `await` lets other work in.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  if (!hasBegun) beginShare();
  return performance.now() < endOfShare ? undefined : waitForEventLoop();
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

function beginShare(): void {
  hasBegun = true;
  endOfShare = performance.now() + shareMilliseconds;
  setImmediate(() => {
    hasBegun = false;
  });
}

function waitForEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueOne);
  });
}

/** Continues one piece of work per turn: otherwise, each of several would hold the event loop for a step. */
function continueOne(): void {
  beginShare();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}

/** When an account began its first request in this turn of the event loop. */
const firstBegan = new Map<string, number>();
const lastToBegin = new Map<string, Promise<void>>();

/**
 * Makes requests wait once those of their account have taken its share of a turn. The others then begin one per turn.
 * So many requests that arrive together delay others by 20 ms plus one request.
 */
export function yieldToOtherAccounts(account: string): Promise<void> | undefined {
  const last = lastToBegin.get(account);
  if (!last && hasTime(account)) return;
  const began = last ? last.then(() => nextIteration()) : nextIteration();
  lastToBegin.set(account, began);
  void began.then(() => {
    if (lastToBegin.get(account) === began) lastToBegin.delete(account);
  });
  return began;
}

function hasTime(account: string): boolean {
  const first = firstBegan.get(account);
  if (first !== undefined) return performance.now() - first < beginMilliseconds;
  firstBegan.set(account, performance.now());
  setImmediate(() => firstBegan.delete(account));
  return true;
}
