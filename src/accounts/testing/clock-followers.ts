import type { KeptDays } from '../../api/context.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/** Work with due times on the clock of a test account. */
export interface ClockFollower {
  /**
   * When the next work is due, or null if there is none. While work is due or in progress, returns a time no later than
   * now, so that the clock does not overtake it.
   */
  nextDue(connection: Connection, accountId: string): Promise<Instant | null>;
  /** Runs each time the clock has been set, until all due work is done. */
  follow(database: Database, accountId: string): Promise<void>;
}

export const clockFollowers = new ExtensionPoint<ClockFollower>('clockFollowers');

/** Functions that each remove a chunk of data that is old by the clock of the account, and return its size. */
export const clockPrunings = new ExtensionPoint<
  (database: Database, accountId: string, kept: KeptDays) => Promise<number>
>('clockPrunings');

/** The names of event log cursors. A clock that has reached its target waits until these cursors have caught up. */
export const logCursors = new ExtensionPoint<string>('logCursors');
