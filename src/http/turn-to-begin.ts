import { setImmediate as nextTurn } from 'node:timers/promises';

const lastBegan = new Map<string, Promise<void>>();

/** Requests of an account begin one in a turn of the event loop, so many that arrive together delay others by one. */
export function turnToBegin(account: string): Promise<void> | undefined {
  const before = lastBegan.get(account);
  const began = before ? before.then(() => nextTurn()) : nextTurn();
  lastBegan.set(account, began);
  void began.then(() => {
    if (lastBegan.get(account) === began) lastBegan.delete(account);
  });
  return before;
}
