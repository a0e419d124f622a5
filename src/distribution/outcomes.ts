import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { isUnavailable } from '../database/failures.ts';
import { type Settled, settle } from './settle-outcomes.ts';

const atOnce = 256;
const pauseMilliseconds = 250;
/** For how long a process that ends tries to write down what it knows while the database is away. */
const patienceMilliseconds = 10_000;

/** Writes outcomes down, as many at once as came together. While the database is away they wait. */
export class Outcomes<One extends Settled> {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #written: (outcomes: readonly One[]) => void;
  #waiting: One[] = [];
  #writing: Promise<void> | null = null;
  #end = Number.POSITIVE_INFINITY;

  constructor(database: Database, log: Logger, written: (outcomes: readonly One[]) => void) {
    this.#database = database;
    this.#log = log;
    this.#written = written;
  }

  add(outcome: One): void {
    this.#waiting.push(outcome);
    this.#writing ??= this.#write();
  }

  async finish(): Promise<void> {
    this.#end = Date.now() + patienceMilliseconds;
    await this.#writing;
  }

  async #write(): Promise<void> {
    let most = atOnce;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, most);
      const failure: unknown = await settle(this.#database, batch).catch((error: unknown) => error ?? true);
      if (failure) {
        this.#log.error({ err: failure }, 'outcomes of messages could not be written down');
        if (isUnavailable(failure)) {
          if (Date.now() > this.#end) break;
          await sleep(pauseMilliseconds);
          continue;
        }
        // One that can't be written keeps no other from it, and is left to the end of its lease.
        most = 1;
        if (batch.length > 1) continue;
      }
      this.#waiting = this.#waiting.slice(batch.length);
      this.#written(batch);
    }
    this.#writing = null;
  }
}
