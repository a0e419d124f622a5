import { setImmediate as others } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Loop, startLoop } from '../leased-queue/loop.ts';
import { Problem } from '../problem.ts';
import { type EventFilter, logAround, matches, type PositionedEvent, readEvents, readRange } from './event-reader.ts';
import { lastPosition } from './event-sequencer.ts';

/** How many events are replayed before others have their turn. */
const pageSize = 100;
/** How many positions are read at once for all subscribers together. */
const rangeSize = 1000;
/** How many events may wait for a subscriber before it is told to come back later. */
const mostUnsent = 1000;

type OwnEvents = EventFilter & { accountId: string };

/**
 * The log of events, followed live. New events are read once for all subscribers of the process, and each of them
 * receives the same objects.
 */
export class Feed {
  readonly #database: Database;
  readonly #loop: Loop;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #stopping = new AbortController();
  /** Up to where events were read; null while nobody follows. */
  #position: number | null = null;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#loop = startLoop('feed', () => this.#readOn(), { wakeups: database.signals.listen('positions'), log });
  }

  /** Ends it for everybody who follows. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
  }

  /**
   * Yields the events after a position, or without one those that are yet to come, in order, each once, until `leaving`.
   * Raises `CURSOR_EXPIRED` when what follows the position is no longer kept, `TOO_SLOW` when too many wait, and
   * `UNAVAILABLE` when the process stops.
   */
  async *follow(filter: OwnEvents, after: number | null, leaving: AbortSignal): AsyncGenerator<PositionedEvent> {
    const stopping = AbortSignal.any([leaving, this.#stopping.signal]);
    const { last } = await logAround(this.#database, after);
    let position = after ?? last;
    while (!stopping.aborted) {
      const subscriber = await this.#subscribe(filter, position, stopping);
      try {
        for await (const event of this.#replay(filter, position, subscriber.from)) {
          position = event.position;
          yield event;
          if (stopping.aborted) break;
        }
        position = Math.max(position, subscriber.from);
        // Too many arrived while older ones were replayed: no fault of the subscriber's, they are replayed too.
        if (subscriber.isOverrun) continue;
        while (!stopping.aborted) {
          const event = subscriber.take();
          if (!event) {
            await subscriber.someArrive();
            continue;
          }
          position = event.position;
          yield event;
        }
      } finally {
        this.#leave(subscriber);
      }
    }
    if (!leaving.aborted) throw new Problem('UNAVAILABLE');
  }

  async *#replay(filter: OwnEvents, from: number, upTo: number): AsyncGenerator<PositionedEvent> {
    for (let after = from; after < upTo; ) {
      const page = await readEvents(this.#database, filter, { after, upTo, size: pageSize });
      await logAround(this.#database, after); // what is read now may have been pruned in part
      yield* page;
      if (page.length < pageSize) return;
      after = page.at(-1)?.position ?? upTo;
      await others();
    }
  }

  /** Who has seen more than this process, at another one, receives only what comes after that. */
  async #subscribe(filter: OwnEvents, seen: number, stopping: AbortSignal): Promise<Subscriber> {
    const last = this.#position ?? (await lastPosition(this.#database));
    this.#position ??= last;
    const subscriber = new Subscriber(filter, Math.max(this.#position, seen), stopping);
    const others = this.#subscribers.get(filter.accountId) ?? new Set();
    this.#subscribers.set(filter.accountId, others.add(subscriber));
    return subscriber;
  }

  #leave(subscriber: Subscriber): void {
    const { accountId } = subscriber.filter;
    const others = this.#subscribers.get(accountId);
    others?.delete(subscriber);
    if (others?.size === 0) this.#subscribers.delete(accountId);
  }

  /** Reads the next events and hands them out. Answers whether there may be more. */
  async #readOn(): Promise<boolean> {
    const from = this.#position;
    if (from === null) return false;
    if (this.#subscribers.size === 0) {
      this.#position = null;
      return false;
    }
    const last = await lastPosition(this.#database);
    if (last <= from) return false;
    // Who subscribes while the range is read finds its events by replaying: so the range counts as read already.
    const upTo = Math.min(last, from + rangeSize);
    this.#position = upTo;
    try {
      const found = await readRange(this.#database, [...this.#subscribers.keys()], { after: from, upTo });
      for (const event of found) {
        for (const subscriber of this.#subscribers.get(event.accountId) ?? []) subscriber.offer(event);
      }
    } catch (error) {
      this.#position = from;
      throw error;
    }
    return true;
  }
}

/** What waits for one who follows. */
class Subscriber {
  readonly filter: OwnEvents;
  /** The position behind which it receives events as they come. */
  readonly from: number;
  isOverrun = false;
  readonly #stopping: AbortSignal;
  #waiting: PositionedEvent[] = [];
  #wake: () => void = () => {};

  constructor(filter: OwnEvents, from: number, stopping: AbortSignal) {
    this.filter = filter;
    this.from = from;
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => this.#wake(), { once: true });
  }

  offer(event: PositionedEvent): void {
    if (this.isOverrun || event.position <= this.from || !matches(event, this.filter)) return;
    if (this.#waiting.length >= mostUnsent) {
      this.isOverrun = true;
      this.#waiting = [];
    } else this.#waiting.push(event);
    this.#wake();
  }

  take(): PositionedEvent | undefined {
    if (this.isOverrun) throw new Problem('TOO_SLOW');
    return this.#waiting.shift();
  }

  someArrive(): Promise<void> {
    if (this.#waiting.length > 0 || this.isOverrun || this.#stopping.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
