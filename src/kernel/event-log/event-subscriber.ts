import { Problem } from '../problem.ts';
import { type EventFilter, matches, type PositionedEvent } from './event-reader.ts';

/** The maximum number of unsent events. Beyond it, the subscription ends with `TOO_SLOW`. */
const maxUnsent = 1000;

/** The maximum number of characters of these events. */
const maxCharacters = 16 * 1024 * 1024;

export type OwnEvents = EventFilter & { accountId: string };

export class Subscriber {
  readonly filter: OwnEvents;
  readonly from: number;
  isOverrun = false;
  #failure: Problem | null = null;
  readonly #stopping: AbortSignal;
  #waiting: PositionedEvent[] = [];
  #characters = 0;
  #wake: () => void = () => {};

  constructor(filter: OwnEvents, from: number, stopping: AbortSignal) {
    this.filter = filter;
    this.from = from;
    this.#stopping = stopping;
    stopping.addEventListener('abort', () => this.#wake(), { once: true });
  }

  offer(event: PositionedEvent): void {
    if (this.isOverrun || event.position <= this.from || !matches(event, this.filter)) return;
    this.#characters += event.data.length;
    if (this.#waiting.length >= maxUnsent || this.#characters > maxCharacters) {
      this.isOverrun = true;
      this.#waiting = [];
    } else this.#waiting.push(event);
    this.#wake();
  }

  end(failure: Problem): void {
    this.#failure = failure;
    this.#wake();
  }

  take(): PositionedEvent | undefined {
    if (this.#failure) throw this.#failure;
    if (this.isOverrun) throw new Problem('TOO_SLOW');
    return this.#next();
  }

  takeReady(): PositionedEvent | undefined {
    return this.#failure || this.#stopping.aborted ? undefined : this.#next();
  }

  #next(): PositionedEvent | undefined {
    const event = this.#waiting.shift();
    this.#characters -= event?.data.length ?? 0;
    return event;
  }

  someArrive(): Promise<void> {
    if (this.#waiting.length > 0 || this.#failure || this.isOverrun || this.#stopping.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
