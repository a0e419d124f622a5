/**
 * How long this kind of work may hold the event loop before other requests get their turn. A request is never delayed
 * noticeably by 10 ms, and switching more often would cost more than it gains.
 */
const shareMilliseconds = 10;

let endOfShare = 0;
let nextTurn: Promise<void> | undefined;

/**
 * Long work calls this between its steps. Returns undefined while the work may go on, and a promise of a later turn of
 * the event loop once the share of this turn is used up. All long work of the process has one share together, so many
 * large responses at once do not hold the event loop longer than one.
 */
export function turnToContinue(): Promise<void> | undefined {
  return performance.now() < endOfShare ? undefined : untilThereIsTime();
}

async function untilThereIsTime(): Promise<void> {
  do {
    nextTurn ??= beginTurn();
    await nextTurn;
    // Others who waited for this turn may have used up its share.
  } while (performance.now() >= endOfShare);
}

function beginTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      nextTurn = undefined;
      endOfShare = performance.now() + shareMilliseconds;
      resolve();
    });
  });
}
