import type { Instant } from '../../kernel/values/instant.ts';
import type { MessageContent } from '../content/message-content.ts';
import type { SendingAccount } from '../content/outgoing.ts';
import type { Claimed } from './message-claims.ts';
import type { Outcome } from './verdict.ts';

/** A message with what it says. */
export interface Prepared extends Claimed {
  /** Null when it is no longer kept. */
  content: MessageContent | null;
}

/** A message that is noted as being sent. */
interface Marked extends Prepared {
  /** When it must have been handed over: later, others may take it for lost. */
  until: number;
}

/** How many messages of an integration a process takes on: at first, while it is fast, and when it is slow or fails. */
export const firstRoom = 32;
const width = { most: 512, least: 4 };
const slowMilliseconds = 2000;

/** After so many failures in a row the platform rests, for longer and longer. */
const failuresBeforeRest = 5;
const longestRestMilliseconds = 30_000;

/** What this process has under way for one integration. */
export class Lane {
  sender: SendingAccount | null = null;
  /** Taken on, and not yet written down. */
  underWay = 0;
  /** Handed over, without an answer yet. */
  sending = 0;
  /** How many the platform takes at a time, once it is open. */
  parallel = 1;
  /** Marked as being sent, and not handed over yet. */
  readonly marked: Marked[] = [];
  restsUntil = 0;
  /** Claimed, urgent ones first. */
  readonly #ready: Prepared[] = [];
  /** From when on they may go out, one after the other, whichever of them is first by then. */
  #slots: number[] = [];
  #isPaced = false;
  #width = firstRoom;
  #failures = 0;

  get room(): number {
    return Math.max(0, this.#width - this.underWay);
  }

  /** Whether it gets nothing more for now. With a little room it waits until there is more, so that fewer claims take more. */
  get isBusy(): boolean {
    return this.underWay > this.#width / 2 || this.restsUntil > Date.now();
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.restsUntil <= Date.now();
  }

  add(sender: SendingAccount, claimed: readonly Prepared[], slots: readonly number[] | null): void {
    this.sender = sender;
    this.underWay += claimed.length;
    this.#ready.push(...claimed);
    this.#ready.sort((one, other) => other.message.urgent - one.message.urgent);
    this.#slots.push(...(slots ?? []));
    this.#isPaced = slots !== null;
  }

  /** What should be marked now: a little more than the platform takes at a time, so that it never waits. */
  takeReady(now: number): Prepared[] {
    const wanted = this.#wanted;
    if (!this.#isPaced || wanted === 0) return this.#ready.splice(0, wanted);
    const later = this.#slots.findIndex((slot) => slot > now);
    const free = this.#slots.splice(0, Math.min(wanted, later === -1 ? this.#slots.length : later));
    return this.#ready.splice(0, free.length);
  }

  get #wanted(): number {
    const most = Math.max(8, 2 * this.parallel);
    return this.marked.length > most / 2 ? 0 : most - this.marked.length;
  }

  /** Takes back what could not be marked. */
  putBack(claimed: readonly Prepared[]): void {
    this.#ready.unshift(...claimed);
    if (this.#isPaced) this.#slots.unshift(...claimed.map(() => 0));
  }

  /**
   * Takes what does not come to its turn in time, so that others may have it: the platform is slower than was thought, and
   * gets little until it is faster.
   */
  takeLate(before: Instant): Prepared[] {
    if (!this.#ready.some(({ lease }) => lease < before)) return [];
    const late = this.#ready.filter(({ lease }) => lease < before);
    const inTime = this.#ready.filter(({ lease }) => lease >= before);
    this.#ready.splice(0, this.#ready.length, ...inTime);
    this.#slots.splice(inTime.length);
    this.#width = width.least;
    return late;
  }

  takeAll(): Prepared[] {
    this.#slots = [];
    return [...this.#ready.splice(0), ...this.marked.splice(0)];
  }

  /** When something may be marked that is ready, and waits for its slot; null when nothing waits for one. */
  get nextSlot(): number | null {
    return this.#ready.length > 0 && this.#wanted > 0 ? (this.#slots[0] ?? null) : null;
  }

  leave(concluded: Outcome, milliseconds: number): void {
    const { outcome } = concluded;
    this.underWay -= 1;
    if (outcome === 'RELEASED' || outcome === 'SUPPRESSED') return;
    const failed = (outcome === 'DEFERRED' && !concluded.ofRecipient) || outcome === 'UNKNOWN';
    this.#failures = failed ? this.#failures + 1 : 0;
    const isFast = !failed && milliseconds < slowMilliseconds;
    this.#width = isFast ? Math.min(this.#width + 1, width.most) : width.least;
    const tooOften = this.#failures - failuresBeforeRest;
    if (tooOften >= 0) this.restsUntil = Date.now() + Math.min(1000 * 2 ** tooOften, longestRestMilliseconds);
  }
}
