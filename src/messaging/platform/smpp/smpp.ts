import { setTimeout as sleep } from 'node:timers/promises';
import smpp, { type PDU } from 'smpp';
import { describeFailure } from '../../../kernel/outbound/failure-wording.ts';
import type { OpenPlatform, OutgoingSms, Platform, PlatformDependencies, Verdict } from '../platform.ts';
import { BindError, SmppLink, type SmppSettings, type Submitted } from './smpp-link.ts';
import { incomingOf, submissionsOf } from './smpp-message.ts';

/** The number of submissions that may wait for a response. */
const window = 16;
const firstPauseMilliseconds = 1000;
const longestPauseMilliseconds = 60_000;
/** If a link was bound for longer than this, its loss does not count towards the backoff. */
const steadyMilliseconds = 30_000;
/** The number of attempts for a later part while the message center is busy, and the pause between them. */
const [partTries, partPauseMilliseconds] = [10, 1000];

const lost = 'The connection to the message center was lost.';

const { errors } = smpp;
const temporary = new Set(
  ['ESME_RSYSERR', 'ESME_RMSGQFUL', 'ESME_RTHROTTLED', 'ESME_RINVBNDSTS', 'ESME_RX_T_APPN'].map((name) => errors[name]),
);
const badAddress = new Set(['ESME_RINVDSTADR', 'ESME_RINVDSTTON', 'ESME_RINVDSTNPI'].map((name) => errors[name]));
const wrongCredentials = new Set(
  ['ESME_RBINDFAIL', 'ESME_RINVPASWD', 'ESME_RINVSYSID', 'ESME_RINVSYSTYP'].map((name) => errors[name]),
);

export const openSmpp: OpenPlatform = ({ id }, settings, dependencies) =>
  new Smpp(id, settings as SmppSettings, dependencies);

class Smpp implements Platform {
  readonly parallel = window;
  readonly #integrationId: string;
  readonly #settings: SmppSettings;
  readonly #dependencies: PlatformDependencies;
  readonly #parts = new SentParts();
  #link: Promise<SmppLink> | null = null;
  #failures = 0;
  /** The number of links in a row that were lost soon after the bind. */
  #losses = 0;
  #boundAt = 0;
  #notBefore = 0;
  #lastFailure = '';
  #reconnecting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(integrationId: string, settings: SmppSettings, dependencies: PlatformDependencies) {
    this.#integrationId = integrationId;
    this.#settings = settings;
    this.#dependencies = dependencies;
  }

  async send({ to, text }: OutgoingSms): Promise<Verdict> {
    const submissions = submissionsOf(this.#settings.from, to, text);
    const ids: string[] = [];
    for (const [index, fields] of submissions.entries()) {
      const verdict = await (index === 0 ? this.#submit(fields) : this.#submitLater(fields));
      if (verdict.outcome !== 'SENT') return index === 0 ? verdict : incomplete(verdict, index, submissions.length);
      ids.push(verdict.platformId ?? '');
    }
    const platformId = ids.at(-1) || null;
    const failure = platformId && this.#parts.note(ids, platformId);
    if (failure) await this.#dependencies.receipts.received(this.#integrationId, platformId, 'FAILED', failure);
    return { outcome: 'SENT', platformId };
  }

  async check(): Promise<string | null> {
    return this.#bound().then(
      () => null,
      (error: Error) => error.message,
    );
  }

  listen(): void {
    if (!this.#closed) this.#bound().catch(() => {}); // A failure schedules another attempt.
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reconnecting);
    const link = await this.#link?.catch(() => null);
    await link?.close();
  }

  async #submit(fields: object): Promise<Verdict> {
    const link = await this.#bound().catch((error: Error) => error);
    return link instanceof Error ? { outcome: 'DEFERRED', reason: link.message } : verdictOf(await link.submit(fields));
  }

  /** Tries again while the message center is busy, because parts that were already sent cannot be recalled. */
  async #submitLater(fields: object): Promise<Verdict> {
    for (let tried = 1; ; tried += 1) {
      const verdict = await this.#submit(fields);
      if (verdict.outcome !== 'DEFERRED' || tried === partTries || this.#closed) return verdict;
      await sleep(partPauseMilliseconds);
    }
  }

  /** Returns a bound link. Throws an error with a readable reason. */
  #bound(): Promise<SmppLink> {
    if (this.#link) return this.#link;
    if (Date.now() < this.#notBefore) return Promise.reject(new Error(this.#lastFailure));
    const opening = this.#open();
    this.#link = opening;
    opening.catch(() => {
      this.#link = null;
    });
    return opening;
  }

  async #open(): Promise<SmppLink> {
    try {
      const link = await SmppLink.open(this.#settings, this.#dependencies.outbound, {
        incoming: (pdu) => this.#incoming(pdu),
        closed: () => this.#lost(),
      });
      this.#failures = 0;
      this.#boundAt = Date.now();
      return link;
    } catch (error) {
      this.#lastFailure = reasonOf(error as Error);
      this.#failures += 1;
      this.#pause(this.#failures);
      throw new Error(this.#lastFailure);
    }
  }

  /**
   * Reconnects to receive reports and replies. If links are repeatedly lost soon after the bind, waits longer and
   * longer.
   */
  #lost(): void {
    this.#link = null;
    if (this.#closed) return;
    this.#losses = Date.now() - this.#boundAt < steadyMilliseconds ? this.#losses + 1 : 1;
    this.#lastFailure = lost;
    this.#pause(this.#losses - 1);
  }

  #pause(failures: number): void {
    const milliseconds =
      failures === 0 ? 0 : Math.min(firstPauseMilliseconds * 2 ** (failures - 1), longestPauseMilliseconds);
    this.#notBefore = Date.now() + milliseconds;
    this.#reconnectIn(milliseconds);
  }

  #reconnectIn(milliseconds: number): void {
    clearTimeout(this.#reconnecting);
    this.#reconnecting = setTimeout(() => {
      this.#notBefore = 0;
      this.listen();
    }, milliseconds).unref();
  }

  async #incoming(pdu: PDU): Promise<number> {
    const { receipts, log } = this.#dependencies;
    try {
      const incoming = incomingOf(pdu);
      if (incoming?.kind === 'text')
        await receipts.replied(this.#integrationId, incoming.from, incoming.text, incoming.type);
      if (incoming?.kind !== 'report') return 0;
      const { messageId, state, reason } = incoming;
      const platformId = this.#parts.platformIdFor(messageId, state, reason);
      if (platformId) await receipts.received(this.#integrationId, platformId, state, reason);
      return 0;
    } catch (error) {
      log.warn(
        { err: error, integration: this.#integrationId },
        'cannot process an incoming message of a message center',
      );
      return errors.ESME_RX_T_APPN ?? 1;
    }
  }
}

function verdictOf(submitted: Submitted): Verdict {
  if (submitted === 'NOT_SENT') return { outcome: 'DEFERRED', reason: lost };
  if (submitted === 'LOST')
    return {
      outcome: 'UNKNOWN',
      reason: 'The connection was lost before the message center confirmed or refused the SMS.',
    };
  const { command_status: status, message_id: id } = submitted;
  if (status === 0) return { outcome: 'SENT', platformId: id?.slice(0, 100) || null };
  const reason = `The message center responded with the status ${nameOf(status)}.`;
  if (temporary.has(status)) return { outcome: 'DEFERRED', reason };
  return { outcome: 'REFUSED', reason, ...(badAddress.has(status) && { badAddress: true }) };
}

/** Returns a final verdict: sending the message again would repeat the parts that were accepted. */
function incomplete(verdict: Verdict, taken: number, all: number): Verdict {
  const reason = `The message center accepted ${taken} of ${all} parts. ${'reason' in verdict ? verdict.reason : ''}`;
  return { outcome: verdict.outcome === 'REFUSED' ? 'REFUSED' : 'UNKNOWN', reason };
}

function reasonOf(error: Error): string {
  if (!(error instanceof BindError)) return describeFailure(error);
  return wrongCredentials.has(error.status)
    ? `The message center did not accept the system id and password (${nameOf(error.status)}).`
    : `The message center refused the bind (${nameOf(error.status)}).`;
}

function nameOf(status: number): string {
  return Object.keys(errors).find((name) => errors[name] === status) ?? `0x${status.toString(16)}`;
}

const maxKept = 50_000;

/**
 * The parts of sent messages. The last part identifies a message, and the message counts as delivered when that part
 * is. If any part fails, the message fails.
 */
class SentParts {
  /** The id of the last part, by the id of each earlier part. */
  readonly #lastOf = new Map<string, string>();
  /** The failures that were reported before all parts had been sent, by the id of the part. */
  readonly #early = new Map<string, string>();

  note(ids: readonly string[], last: string): string | null {
    const failures = ids.flatMap((id) => this.#early.get(id) ?? []);
    for (const id of ids) {
      this.#early.delete(id);
      if (id !== last) remember(this.#lastOf, id, last);
    }
    return failures[0] ?? null;
  }

  /** Returns the id of the message, or null if the report does not decide its outcome. */
  platformIdFor(id: string, state: 'DELIVERED' | 'FAILED', reason: string | null): string | null {
    const last = this.#lastOf.get(id);
    if (last) return state === 'FAILED' ? last : null;
    // The id may be that of the last part, or that of an earlier part while the last one is being sent.
    if (state === 'FAILED') remember(this.#early, id, reason ?? 'A part of the SMS was not delivered.');
    return id;
  }
}

function remember(map: Map<string, string>, key: string, value: string): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKept && oldest !== undefined) map.delete(oldest);
}
