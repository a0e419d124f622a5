import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { type Loop, startLoop } from '../../kernel/leased-queue/loop.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Listener } from '../../kernel/signals/signals.ts';
import { toDate, toInstant } from '../../kernel/values/instant.ts';
import { renderMessage } from '../content/outgoing.ts';
import { optedOutReason } from '../message/message-queue.ts';
import type { OpenPlatform, PlatformDependencies, Verdict } from '../platform/platform.ts';
import { createReceipts } from '../receipt/platform-receipts.ts';
import { firstRoom, Lane, type Prepared } from './integration-lane.ts';
import { startListening } from './listener.ts';
import { claimMessages, leaseMilliseconds } from './message-claims.ts';
import type { Settled } from './message-outcomes.ts';
import { Outcomes } from './outcome-writer.ts';
import { type Opened, OpenPlatforms } from './platform-pool.ts';
import { Senders } from './senders.ts';
import { handOverMilliseconds, markSending } from './sending-marks.ts';
import type { Outcome } from './verdict.ts';

const mostUnderWay = 4096;
const pauseAfterFailureMilliseconds = 250;

/** What messages are sent with. */
export interface SendingDependencies extends Omit<PlatformDependencies, 'receipts' | 'log'> {
  secrets: Secrets;
  openPlatform: OpenPlatform;
}

/** Sends what is due, from any number of processes. When it stops it finishes what is under way. */
export function startSending(database: Database, means: SendingDependencies, log: Logger): Loop {
  const wakeups = database.signals.listen('messages');
  const sending = new Sending(database, means, log, wakeups);
  const loop = startLoop('messages', () => sending.claim(), { wakeups, log });
  return {
    stop: async () => {
      await loop.stop();
      await sending.finish();
    },
  };
}

interface Concluded extends Settled {
  urgent: boolean;
  lane: Lane;
  milliseconds: number;
}

class Sending {
  readonly #database: Database;
  readonly #means: SendingDependencies;
  readonly #log: Logger;
  readonly #wakeups: Listener;
  readonly #platforms: OpenPlatforms;
  readonly #stopListening: () => Promise<void>;
  readonly #senders: Senders;
  readonly #outcomes: Outcomes<Concluded>;
  readonly #lanes = new Map<string, Lane>();
  readonly #sending = new Set<Promise<void>>();
  #underWay = 0;
  #marking: Promise<void> | null = null;
  #nextSlot: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(database: Database, means: SendingDependencies, log: Logger, wakeups: Listener) {
    this.#database = database;
    this.#means = means;
    this.#log = log;
    this.#wakeups = wakeups;
    const { openPlatform, secrets, ...rest } = means;
    const receipts = createReceipts(database, log);
    this.#platforms = new OpenPlatforms(openPlatform, secrets, { ...rest, log, receipts });
    this.#stopListening = startListening(database, this.#platforms, log);
    this.#senders = new Senders(database);
    this.#outcomes = new Outcomes(database, log, (written) => this.#leave(written));
  }

  /** Takes what is due as far as there is room, and begins to send it. Answers whether there was something. */
  async claim(): Promise<boolean> {
    this.#platforms.closeIdle();
    this.#giveBackLate();
    if (this.#underWay >= mostUnderWay) return false;
    this.#forgetIdleLanes();
    const busy = [...this.#lanes].filter(([, lane]) => lane.isBusy).map(([id]) => id);
    const turns = await claimMessages(this.#database, (id) => this.#lanes.get(id)?.room ?? firstRoom, busy);
    for (const { sender, claimed, slots } of await this.#senders.prepare(turns)) {
      this.#laneOf(sender.integration.id).add(sender, claimed, slots);
      this.#underWay += claimed.length;
    }
    this.#mark();
    return turns.length > 0;
  }

  /** Gives back what has not begun, and waits until everything else has an outcome that is written down. */
  async finish(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#nextSlot);
    await this.#marking;
    for (const lane of this.#lanes.values())
      for (const claimed of lane.takeAll()) this.#conclude(lane, claimed, { outcome: 'RELEASED' });
    await Promise.all(this.#sending);
    await this.#outcomes.finish();
    await this.#stopListening();
    await this.#platforms.close();
  }

  #giveBackLate(): void {
    const soon = toInstant(new Date(Date.now() + leaseMilliseconds / 2));
    for (const lane of this.#lanes.values())
      for (const late of lane.takeLate(soon)) this.#conclude(lane, late, { outcome: 'RELEASED' });
  }

  #laneOf(integrationId: string): Lane {
    const lane = this.#lanes.get(integrationId) ?? new Lane();
    this.#lanes.set(integrationId, lane);
    return lane;
  }

  #forgetIdleLanes(): void {
    for (const [id, lane] of this.#lanes) if (lane.isIdle) this.#lanes.delete(id);
  }

  #mark(): void {
    if (this.#stopping) return;
    this.#marking ??= this.#markAll()
      .catch((error: unknown) => this.#log.error({ err: error }, 'messages were left to the end of their lease'))
      .finally(() => {
        this.#marking = null;
      });
  }

  /** Marks what goes out next through all platforms, as long as there is something. */
  async #markAll(): Promise<void> {
    while (!this.#stopping) {
      const at = Date.now();
      const next = [...this.#lanes.values()].flatMap((lane) =>
        lane.takeReady(at).map((claimed) => ({ ...claimed, lane })),
      );
      if (next.length === 0) break;
      const inTime = next.filter(({ lease }) => toDate(lease).getTime() - at > leaseMilliseconds / 2);
      for (const late of next) if (!inTime.includes(late)) this.#conclude(late.lane, late, { outcome: 'RELEASED' });
      await this.#markNext(inTime);
    }
    this.#waitForSlot();
  }

  async #markNext(next: readonly (Prepared & { lane: Lane })[]): Promise<void> {
    if (next.length === 0) return;
    try {
      const until = Date.now() + handOverMilliseconds;
      const { sending, removed, suppressed } = await markSending(this.#database, next);
      for (const one of removed) this.#conclude(one.lane, one, gone);
      for (const one of suppressed) this.#conclude(one.lane, one, optedOut);
      for (const one of sending) one.lane.marked.push({ ...one, until });
      const ours = new Set([...sending, ...removed, ...suppressed]);
      this.#leave(next.filter((one) => !ours.has(one)).map((one) => concluded(one.lane, one, { outcome: 'RELEASED' })));
      for (const lane of new Set(sending.map((one) => one.lane))) this.#handOver(lane);
    } catch (error) {
      this.#log.error({ err: error }, 'messages could not be marked as being sent');
      for (const [lane, claimed] of Map.groupBy(next, (one) => one.lane)) lane.putBack(claimed);
      await sleep(pauseAfterFailureMilliseconds);
    }
  }

  #waitForSlot(): void {
    const slots = [...this.#lanes.values()].map(({ nextSlot }) => nextSlot).filter((slot) => slot !== null);
    clearTimeout(this.#nextSlot);
    if (slots.length > 0 && !this.#stopping)
      this.#nextSlot = setTimeout(() => this.#mark(), Math.max(0, Math.min(...slots) - Date.now()));
  }

  /** Hands over as many as the platform takes at a time. */
  #handOver(lane: Lane): void {
    while (lane.sending < lane.parallel) {
      const next = lane.marked.shift();
      if (!next) break;
      if (Date.now() > next.until) {
        this.#conclude(lane, next, { outcome: 'RELEASED' });
        continue;
      }
      lane.sending += 1;
      const sending: Promise<void> = this.#send(lane, next).finally(() => {
        this.#sending.delete(sending);
        lane.sending -= 1;
        if (this.#stopping) return;
        this.#handOver(lane);
        this.#mark();
      });
      this.#sending.add(sending);
    }
  }

  async #send(lane: Lane, claimed: Prepared): Promise<void> {
    const began = performance.now();
    const outcome = await this.#attempt(lane, claimed);
    this.#conclude(lane, claimed, outcome, performance.now() - began);
  }

  async #attempt(lane: Lane, { message, content }: Prepared): Promise<Verdict> {
    const { sender } = lane;
    if (!content || !sender) return { outcome: 'REFUSED', reason: 'What it says is no longer kept.' };
    let opened: Opened | null = null;
    try {
      const outgoing = renderMessage(content, message, sender, this.#means);
      opened = this.#platforms.use(sender.integration);
      lane.parallel = opened.platform.parallel;
      return await opened.platform.send(outgoing);
    } catch (error) {
      if (error instanceof Problem) return { outcome: 'REFUSED', reason: error.message };
      this.#logFailure(error, message.id);
      return opened ? unknown : unprepared;
    } finally {
      opened?.giveBack();
    }
  }

  /** Without the text of the error, which may hold what nobody may see. */
  #logFailure(error: unknown, message: string): void {
    const { name, code } = error as { name?: string; code?: string };
    this.#log.error({ message, error: name, code }, 'a message could not be prepared');
  }

  #conclude(lane: Lane, claimed: Prepared, outcome: Outcome, milliseconds = 0): void {
    this.#outcomes.add(concluded(lane, claimed, outcome, milliseconds));
  }

  #leave(written: readonly Concluded[]): void {
    for (const { lane, outcome, milliseconds } of written) lane.leave(outcome, milliseconds);
    this.#underWay -= written.length;
    this.#wakeups.notify();
  }
}

function concluded(lane: Lane, { message }: Prepared, outcome: Outcome, milliseconds = 0): Concluded {
  return { number: message.number, claims: message.claims, outcome, lane, milliseconds, urgent: message.urgent === 1 };
}

const gone: Outcome = { outcome: 'REFUSED', reason: 'The coupon or its session was removed before it went out.' };
const optedOut: Outcome = { outcome: 'SUPPRESSED', reason: optedOutReason };
const unprepared: Verdict = { outcome: 'DEFERRED', reason: 'It could not be prepared on our side.' };

const unknown: Verdict = {
  outcome: 'UNKNOWN',
  reason: 'The connection to the platform failed: it may have arrived or not.',
};
