import type { Connection } from '../database/database.ts';
import type { Event } from './event.ts';
import { runsOf } from './event-sequencer.ts';

/** Bulk changes number their events consecutively, so few runs hold many events. */
const maxRuns = 100;
const maxNumbers = 50_000;

/** Events of an account without a position yet. A new follower treats them as past. */
export class EventBacklog {
  static readonly none = new EventBacklog([]);

  static async of(connection: Connection, accountId: string): Promise<EventBacklog> {
    const rows = await connection.rows<{ number: number }>(
      `SELECT number FROM events ${connection.dialect.useIndex('events_account')}
       WHERE account_id = ? AND position IS NULL ORDER BY number LIMIT ${maxNumbers}`,
      [accountId],
    );
    return new EventBacklog(runsOf(rows.map(({ number }) => number)).slice(0, maxRuns));
  }

  readonly #runs: readonly { from: number; to: number }[];

  private constructor(runs: readonly { from: number; to: number }[]) {
    this.#runs = runs;
  }

  has({ number }: Event): boolean {
    return this.#runs.some(({ from, to }) => from <= number && number <= to);
  }
}
