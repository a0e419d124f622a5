/** A request is hardly delayed by 10 ms. Pausing more often would cost more than it gains. */
const shareMilliseconds = 10;

const waiting: (() => void)[] = [];
let hasBegun = false;
let endOfShare = 0;

/**
 * Long work calls this before each of its steps. Returns undefined if the step may follow at once, and a promise of a
 * later turn of the event loop once the share of this turn is used up. Await it only if it is a promise: other work
 * would come between a needless `await` and the step. All long work of the process takes turns, so that many large
 * responses at once hold up other requests no longer than one.
 */
export function turnToContinue(): Promise<void> | undefined {
  if (!hasBegun) beginShare();
  return performance.now() < endOfShare ? undefined : waitForTurn();
}

/** Returns the items for which a test holds that may take long, such as one of a long text. Other work runs meanwhile. */
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

/** Continues one work in each turn. If several continued in one turn, each would hold the event loop for a step. */
function continueOne(): void {
  beginShare();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}
