/**
 * How long long work may hold the event loop in one turn. A request is hardly delayed by 10 ms, and pausing more often
 * would cost more than it gains.
 */
const shareMilliseconds = 10;

let hasBegun = false;
let endOfShare = 0;
let nextTurn: Promise<void> | undefined;

/**
 * Long work calls this between its steps. Returns undefined while the work may go on, and a promise of a later turn of
 * the event loop once the share of this turn is used up. All long work of the process has one share together, so that
 * many large responses at once hold up other requests no longer than one.
 */
export function turnToContinue(): Promise<void> | undefined {
  if (!hasBegun) beginShare();
  return performance.now() < endOfShare ? undefined : untilThereIsTime();
}

function beginShare(): void {
  hasBegun = true;
  endOfShare = performance.now() + shareMilliseconds;
  setImmediate(() => {
    hasBegun = false;
  });
}

async function untilThereIsTime(): Promise<void> {
  do {
    nextTurn ??= waitForTurn();
    await nextTurn;
    // Others who waited for this turn may have used up its share.
  } while (performance.now() >= endOfShare);
}

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      nextTurn = undefined;
      beginShare();
      resolve();
    });
  });
}
