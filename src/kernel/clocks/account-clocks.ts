import { workingFor } from '../values/event-loop.ts';
import { atClock, type Instant, toDate, toInstant } from '../values/instant.ts';

/** How far the clocks of test accounts are ahead, in milliseconds. Live accounts have no entry. */
const known = new Map<string, number>();

export function aheadOf(accountId: string | null | undefined): number {
  return known.size === 0 || !accountId ? 0 : (known.get(accountId) ?? 0);
}

/** Clocks never go back, so an older value is ignored. */
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

/** Converts an instant to real time, as if the clock had always been as far ahead as it is now. */
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

/** Runs the work on the clock of the account, and in the turns of its root account. */
export function onBehalfOf<Result>(account: { id: string; rootId: string } | undefined, work: () => Result): Result {
  return account ? workingFor(account.rootId, () => atClockOf(account.id, work)) : work();
}
