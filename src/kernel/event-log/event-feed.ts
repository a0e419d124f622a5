import { setImmediate as others } from 'node:timers/promises';
import type { Logger } from 'pino';
import { callingAccount, workingFor } from '../clocks/account-clocks.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { type Loop, startLoop } from '../signals/loop.ts';
import { EventBacklog } from './event-backlog.ts';
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
import { type Beginning, type OwnEvents, Subscriber } from './event-subscriber.ts';
import { ReplayTurns } from './replay-turns.ts';

const pageSize = 100;
/** The number of positions to read at once for all subscribers together. */
const rangeSize = 1000;

/** Values that may arrive several at once. A receiver can then take them without waiting for each. */
export interface Burst<Value> extends AsyncIterableIterator<Value> {
  /** Returns the next value if it has arrived. Must not be called while `next` is running. Absent if this is unknown. */
  ready?(): Value | undefined;
}

interface Following {
  /** The subscriber to whom a follower listens; null while it replays events. */
  subscriber: Subscriber | null;
  /** The account in whose turns it replays. */
  account: string;
}

/** Reads new events once for all subscribers of the process. Each of them receives the same objects. */
export class Feed {
  readonly #database: Database;
  readonly #loop: Loop;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  readonly #replays = new ReplayTurns();
  readonly #stopping = new AbortController();
  /** The position up to which events were read; null while there are no subscribers. */
  #position: number | null = null;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#loop = startLoop('feed', () => this.#readOn(), { wakeups: database.signals.listen('positions'), log });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
  }

  /**
   * Yields the events after a place, or only new events at the end of the log, in order and each once, until `leaving`
   * is aborted. Throws `CURSOR_EXPIRED` when the events after the place are no longer stored or the log was restored
   * from a backup, `TOO_SLOW` when too many events wait, and `UNAVAILABLE` when the process stops.
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
    const { past, last } = await workingFor(following.account, () => this.#begin(filter, place));
    let position = place.after ?? last;
    while (!stopping.aborted) {
      const subscriber = await this.#subscribe(filter, { from: position, past }, stopping);
      try {
        for await (const event of this.#replay(
          filter,
          { from: position, upTo: subscriber.from, account: following.account },
          stopping,
        )) {
          position = event.position;
          if (past.has(event)) continue;
          yield event;
          if (stopping.aborted) break;
        }
        position = Math.max(position, subscriber.from);
        // Too many events arrived during the replay. The subscriber is not too slow: replay these events too.
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

  /** Reads the backlog first: what gets its position meanwhile is before the end of the log. */
  async #begin({ accountId }: OwnEvents, place: Place): Promise<{ past: EventBacklog; last: number }> {
    const past = place.after === null ? await EventBacklog.of(this.#database, accountId) : EventBacklog.none;
    const { last } = await logAround(this.#database, place);
    return { past, last };
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
        const { events, first, last } = await workingFor(account, () => readEvents(this.#database, filter, page));
        if (after < first) throw new Problem('CURSOR_EXPIRED');
        yield* events;
        after = events.length < pageSize ? Math.max(after, Math.min(last, upTo)) : (events.at(-1)?.position ?? upTo);
        if (last < upTo) await awaitPosition(this.#database, upTo, stopping);
        else await others();
      } finally {
        end();
      }
    }
  }

  /** Adds a subscriber. If it has seen later events through another process, it receives only events after those. */
  async #subscribe(filter: OwnEvents, { from, past }: Beginning, stopping: AbortSignal): Promise<Subscriber> {
    const last = this.#position ?? (await lastPosition(this.#database));
    this.#position ??= last;
    const subscriber = new Subscriber(filter, { from: Math.max(this.#position, from), past }, stopping);
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

  /**
   * Ends the feed for all subscribers if the log was restored without what was read from it: its next events would be
   * taken for events that subscribers have. A node that only lags reaches the position again.
   */
  async #goBack(from: number): Promise<boolean> {
    const last = await this.#database.transaction(lastPosition);
    if (last >= from) return false;
    this.#position = last;
    for (const subscriber of [...this.#subscribers.values()].flatMap((some) => [...some]))
      subscriber.end(logRestored());
    return false;
  }

  /** Reads the next events and passes them to the subscribers. Returns whether there may be more. */
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
    // A subscriber that joins during the read gets these events by replay, so the range already counts as read.
    const upTo = Math.min(last, from + rangeSize);
    this.#position = upTo;
    const { events, last: reached } = await readRange(this.#database, [...this.#subscribers.keys()], {
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
    for (const event of events) {
      for (const reader of [event.accountId, event.sharedWith ?? ''])
        for (const subscriber of this.#subscribers.get(reader) ?? []) subscriber.offer(event);
    }
    return true;
  }
}
