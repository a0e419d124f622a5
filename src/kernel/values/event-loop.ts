/** 10 ms hardly delay a request. Shorter shares cost more than they gain. */
const shareMilliseconds = 10;

const waiting: (() => void)[] = [];
let hasBegun = false;
let endOfShare = 0;

/** Call before each step of long work. Await only a promise: a needless `await` lets other work in. */
export function turnToContinue(): Promise<void> | undefined {
  if (!hasBegun) beginShare();
  return performance.now() < endOfShare ? undefined : waitForTurn();
}

/** For slow tests, such as of long texts. Other work runs meanwhile. */
export async function filterInTurns<Item>(
  items: readonly Item[],
  test: (item: Item, index: number) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const [index, item] of items.entries()) {
    const turn = turnToContinue();
    if (turn) await turn;
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

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueOne);
  });
}

/** One per turn: several would each hold the event loop for a step. */
function continueOne(): void {
  beginShare();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}
