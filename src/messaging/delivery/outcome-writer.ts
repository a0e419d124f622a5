import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { isUnavailable } from '../../kernel/database/failures.ts';
import { type Settled, settle } from './message-outcomes.ts';

const atOnce = 256;
/** For so long outcomes that nobody waits for wait for more, so that one transaction writes many of them. */
const gatherMilliseconds = 25;
const pauseMilliseconds = 250;
/** For how long a process that ends tries to write down what it knows while the database is away. */
const patienceMilliseconds = 10_000;

/** Writes outcomes down, many at once, and at once those that somebody waits for. While the database is away they wait. */
export class Outcomes<One extends Settled & { urgent: boolean }> {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #written: (outcomes: readonly One[]) => void;
  #waiting: One[] = [];
  #writing: Promise<void> | null = null;
  #end = Number.POSITIVE_INFINITY;
  #hurry: () => void = () => {};

  constructor(database: Database, log: Logger, written: (outcomes: readonly One[]) => void) {
    this.#database = database;
    this.#log = log;
    this.#written = written;
  }

  add(outcome: One): void {
    this.#waiting.push(outcome);
    if (outcome.urgent || this.#waiting.length >= atOnce) this.#hurry();
    this.#writing ??= this.#write();
  }

  async finish(): Promise<void> {
    this.#end = Date.now() + patienceMilliseconds;
    this.#hurry();
    await this.#writing;
  }

  get #isFinishing(): boolean {
    return Number.isFinite(this.#end);
  }

  /** Ends early when an urgent outcome comes. */
  async #gather(): Promise<void> {
    if (this.#waiting.some(({ urgent }) => urgent)) return;
    const hurry = Promise.withResolvers<void>();
    this.#hurry = hurry.resolve;
    const timer = setTimeout(hurry.resolve, gatherMilliseconds);
    await hurry.promise;
    clearTimeout(timer);
    this.#hurry = () => {};
  }

  async #write(): Promise<void> {
    let most = atOnce;
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < atOnce && !this.#isFinishing) await this.#gather();
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
