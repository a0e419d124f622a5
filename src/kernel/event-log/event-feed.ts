import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as others } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { type Loop, startLoop } from '../signals/signals.ts';
import { callingAccount, workingFor } from '../values/event-loop.ts';
import {
  awaitPosition,
  logAround,
  logRestored,
  type Place,
  type PositionedEvent,
  readEvents,
  readRange,
} from './event-reader.ts';
import { lastPosition } from './event-sequencer.ts';
import { type OwnEvents, Subscriber } from './event-subscriber.ts';
import { ReplayQueue } from './replay-queue.ts';

const pageSize = 100;
const rangeSize = 1000;

/** An iterator that may have several values ready, so that a receiver need not wait for each. */
export interface Burst<Value> extends AsyncIterableIterator<Value> {
  /**
   * Returns the next value if it is ready. Do not call it while `next` is running. Absent if the iterator cannot know.
   */
  ready?(): Value | undefined;
}

interface Following {
  subscriber: Subscriber | null;
  account: string;
}

/** Reads new events once per process. All subscribers get the same objects. */
export class Feed {
  readonly #database: Database;
  readonly #log: Logger;
  #loop: Loop | null = null;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #replays = new ReplayQueue();
  /** The loop serves all accounts, so it must not run in the turns of the first subscriber. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #stopping = new AbortController();
  #position: number | null = null;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop?.stop();
  }

  /**
   * Yields events in order, each one once. Throws `CURSOR_EXPIRED` or `TOO_SLOW`, or `UNAVAILABLE` when the process
   * stops.
   */
  follow(filter: OwnEvents, place: Place, leaving: AbortSignal): Burst<PositionedEvent> {
    const following: Following = { subscriber: null, account: callingAccount() ?? filter.accountId };
    const events = this.#follow(filter, place, leaving, following);
    return Object.assign(events, { ready: () => following.subscriber?.takeReady() });
  }

  async *#follow(
    filter: OwnEvents,
    place: Place,
    leaving: AbortSignal,
    following: Following,
  ): AsyncGenerator<PositionedEvent> {
    const stopping = AbortSignal.any([leaving, this.#stopping.signal]);
    const { last } = await workingFor(following.account, () => logAround(this.#database, place));
    let position = place.after ?? last;
    while (!stopping.aborted) {
      const subscriber = await this.#subscribe(following.account, filter, position, stopping);
      try {
        for await (const event of this.#replay(
          filter,
          { from: position, upTo: subscriber.from, account: following.account },
          stopping,
        )) {
          position = event.position;
          yield event;
          if (stopping.aborted) break;
        }
        position = Math.max(position, subscriber.from);
        // If too many events came during the replay, the subscriber is not slow: replay them too.
        if (subscriber.isOverrun) continue;
        following.subscriber = subscriber;
        while (!stopping.aborted) {
          const event = subscriber.take();
          if (!event) {
            await subscriber.someArrive();
            continue;
          }
          yield event;
        }
      } finally {
        following.subscriber = null;
        this.#leave(subscriber);
      }
    }
    if (!leaving.aborted) throw new Problem('UNAVAILABLE');
  }

  async *#replay(
    filter: OwnEvents,
    { from, upTo, account }: { from: number; upTo: number; account: string },
    stopping: AbortSignal,
  ): AsyncGenerator<PositionedEvent> {
    for (let after = from; after < upTo; ) {
      const end = await this.#replays.begin(account, stopping);
      if (stopping.aborted) return end();
      try {
        const page = { after, upTo, size: pageSize };
        const { events, first, last, isCut } = await workingFor(account, () =>
          readEvents(this.#database, filter, page),
        );
        if (after < first) throw new Problem('CURSOR_EXPIRED');
        yield* events;
        const isWhole = events.length < pageSize && !isCut;
        after = isWhole ? Math.max(after, Math.min(last, upTo)) : (events.at(-1)?.position ?? upTo);
        if (last < upTo) await awaitPosition(this.#database, upTo, stopping);
        else await others();
      } finally {
        end();
      }
    }
  }

  async #subscribe(account: string, filter: OwnEvents, seen: number, stopping: AbortSignal): Promise<Subscriber> {
    const last = this.#position ?? (await workingFor(account, () => lastPosition(this.#database)));
    this.#position ??= last;
    const subscriber = new Subscriber(filter, Math.max(this.#position, seen), stopping);
    const others = this.#subscribers.get(filter.accountId) ?? new Set();
    this.#subscribers.set(filter.accountId, others.add(subscriber));
    // Start the loop only now: without a subscriber, its first step would end the reading.
    if (!stopping.aborted) this.#loop ??= this.#start();
    return subscriber;
  }

  #start(): Loop {
    const wakeups = this.#database.signals.listen('positions');
    return this.#outside(() => startLoop('feed', () => this.#readOn(), { wakeups, log: this.#log }));
  }

  #leave(subscriber: Subscriber): void {
    const { accountId } = subscriber.filter;
    const others = this.#subscribers.get(accountId);
    others?.delete(subscriber);
    if (others?.size === 0) this.#subscribers.delete(accountId);
  }

  /**
   * Ends the feed if a restored log lacks events that subscribers already have. A node that lags catches up instead.
   */
  async #goBack(from: number): Promise<boolean> {
    const last = await this.#database.transaction(lastPosition);
    if (last >= from) return false;
    this.#position = last;
    for (const subscriber of [...this.#subscribers.values()].flatMap((some) => [...some]))
      subscriber.end(logRestored());
    return false;
  }

  async #readOn(): Promise<boolean> {
    const from = this.#position;
    if (from === null) return false;
    if (this.#subscribers.size === 0) {
      this.#position = null;
      return false;
    }
    const last = await lastPosition(this.#database);
    if (last < from) return this.#goBack(from);
    if (last === from) return false;
    // A subscriber that joins during this read replays these events itself, so count them as read.
    const upTo = Math.min(last, from + rangeSize);
    this.#position = upTo;
    const {
      events,
      last: reached,
      isCut,
    } = await readRange(this.#database, [...this.#subscribers.keys()], {
      after: from,
      upTo,
    }).catch((error: unknown) => {
      this.#position = from;
      throw error;
    });
    if (reached < upTo) {
      this.#position = from;
      return false;
    }
    // A subscriber that joined during this read replays the rest of the range too.
    if (isCut) this.#position = events.at(-1)?.position ?? upTo;
    for (const event of events) {
      for (const reader of [event.accountId, event.sharedWith ?? ''])
        for (const subscriber of this.#subscribers.get(reader) ?? []) subscriber.offer(event);
    }
    return true;
  }
}
