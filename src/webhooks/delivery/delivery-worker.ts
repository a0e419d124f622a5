import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { isUnavailable } from '../../kernel/database/failures.ts';
import { type Loop, startLoop } from '../../kernel/leased-queue/loop.ts';
import type { Listener } from '../../kernel/signals/signals.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Outcome, settle } from './attempt-outcomes.ts';
import { type AttemptDependencies, type Attempted, attempt } from './delivery-attempt.ts';
import { type Claimed, claimDeliveries, leaseMilliseconds } from './delivery-claims.ts';
import { Lanes } from './endpoint-lanes.ts';

const outcomesAtOnce = 128;
const pauseAfterFailureMilliseconds = 250;

/** Sends what is due, from any number of processes. When it stops it finishes what is under way. */
export function startDeliveries(database: Database, sender: AttemptDependencies, log: Logger): Loop {
  const wakeups = database.signals.listen('deliveries');
  const deliveries = new Deliveries(database, sender, log, wakeups);
  const loop = startLoop('deliveries', () => deliveries.claim(), { wakeups, log });
  return {
    stop: async () => {
      await loop.stop();
      await deliveries.finish();
    },
  };
}

class Deliveries {
  readonly #database: Database;
  readonly #sender: AttemptDependencies;
  readonly #log: Logger;
  readonly #lanes = new Lanes();
  readonly #wakeups: Listener;
  readonly #sending = new Set<Promise<void>>();
  #outcomes: Outcome[] = [];
  #settling: Promise<void> | null = null;
  #stopping = false;

  constructor(database: Database, sender: AttemptDependencies, log: Logger, wakeups: Listener) {
    this.#database = database;
    this.#sender = sender;
    this.#log = log;
    this.#wakeups = wakeups;
  }

  /** Takes what is due as far as there is room, and begins to send it. Answers whether there was something. */
  async claim(): Promise<boolean> {
    if (this.#lanes.isFull) return false;
    const claimed = await claimDeliveries(this.#database, (id) => this.#lanes.roomOf(id), this.#lanes.busy());
    const byEndpoint = Map.groupBy(claimed, ({ endpoint }) => endpoint.id);
    for (const [id, deliveries] of byEndpoint) {
      this.#lanes.enter(id, deliveries.length);
      if (deliveries[0]?.endpoint.fifo) this.#begin(this.#sendInOrder(deliveries));
      else for (const delivery of deliveries) this.#begin(this.#lanes.inTurn(id, () => this.#sendOrRelease(delivery)));
    }
    return claimed.length > 0;
  }

  /** Waits until everything that was begun has an outcome that is written down. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#sending);
    await this.#settling;
  }

  #begin(sending: Promise<unknown>): void {
    const running = sending.then(
      () => {
        this.#sending.delete(running);
      },
      (error: unknown) => {
        this.#sending.delete(running);
        this.#log.error({ err: error }, 'a delivery was left to the end of its lease');
      },
    );
    this.#sending.add(running);
  }

  async #send(claimed: Claimed, endsTurn: boolean): Promise<boolean> {
    const attempted = await this.#attempt(claimed);
    this.#conclude({ claimed, attempted, endsTurn });
    return attempted.error === null;
  }

  /** Near the end of the lease and when the process stops, what has not begun is given back. */
  #sendOrRelease(claimed: Claimed, endsTurn = false): Promise<boolean> {
    const inTime = claimed.leaseEnd - Date.now() > leaseMilliseconds / 2;
    if (inTime && !this.#stopping) return this.#send(claimed, endsTurn);
    this.#conclude({ claimed, attempted: 'RELEASED', endsTurn });
    return Promise.resolve(false);
  }

  /** One after another. After one that failed or was given back the rest is given back too. */
  async #sendInOrder(deliveries: readonly Claimed[]): Promise<void> {
    let goesOn = true;
    for (const claimed of deliveries) {
      const endsTurn = claimed === deliveries.at(-1);
      if (goesOn) goesOn = await this.#sendOrRelease(claimed, endsTurn);
      else this.#conclude({ claimed, attempted: 'RELEASED', endsTurn });
    }
  }

  async #attempt({ endpoint, event }: Claimed): Promise<Attempted> {
    if (!event) return failedBefore('The event is no longer kept.');
    try {
      return await attempt(this.#sender, endpoint, event);
    } catch (error) {
      // Such as a secret that was encrypted under another APP_SECRET.
      this.#log.error({ err: error, endpoint: endpoint.id, event: event.id }, 'a delivery could not be prepared');
      return failedBefore('The delivery could not be prepared on our side.');
    }
  }

  #conclude(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    this.#settling ??= this.#settle();
  }

  /** Writes outcomes down, as many at once as came together. While the database is away they wait. */
  async #settle(): Promise<void> {
    let most = outcomesAtOnce;
    while (this.#outcomes.length > 0) {
      const batch = this.#outcomes.slice(0, most);
      const failure: unknown = await settle(this.#database, batch).catch((error: unknown) => error ?? true);
      if (failure) {
        this.#log.error({ err: failure }, 'outcomes of deliveries could not be written down');
        if (this.#stopping) break;
        if (isUnavailable(failure)) {
          await sleep(pauseAfterFailureMilliseconds);
          continue;
        }
        // One that can't be written keeps no other from it, and is left to the end of its lease.
        most = 1;
        if (batch.length > 1) continue;
      }
      this.#outcomes = this.#outcomes.slice(batch.length);
      for (const outcome of batch) this.#lanes.leave(outcome);
      this.#wakeups.notify();
    }
    this.#settling = null;
  }
}

function failedBefore(error: string): Attempted {
  return { at: now(), milliseconds: 0, status: null, response: null, error, retryAfter: null };
}
