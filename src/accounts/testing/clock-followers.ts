import type { KeptDays } from '../../api/context.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/** A noun that has something due at certain times, and so follows the clock of a test account. All run on that clock. */
export interface ClockFollower {
  /**
   * Returns when something of the account is due next. It is not after the present time while something is due or under
   * way, because the clock must not overtake it. Null if nothing is due, ever.
   */
  nextDue(connection: Connection, accountId: string): Promise<Instant | null>;
  /** Lets what is due happen, after the clock was set. May run again and again until it has happened. */
  follow(database: Database, accountId: string): Promise<void>;
}

export const clockFollowers = new ExtensionPoint<ClockFollower>('clockFollowers');

/** Functions that remove a chunk of the old data of an account on its clock, and return the size of the chunk. */
export const clockPrunings = new ExtensionPoint<
  (database: Database, accountId: string, kept: KeptDays) => Promise<number>
>('clockPrunings');

/** The sequences with the positions of those that follow the event log, to which a clock that has arrived waits. */
export const logCursors = new ExtensionPoint<string>('logCursors');
