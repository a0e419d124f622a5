import { setTimeout as sleep } from 'node:timers/promises';
import smpp, { type PDU } from 'smpp';
import { inWords } from '../failure-wording.ts';
import type { OpenPlatform, OutgoingSms, Platform, PlatformMeans, Verdict } from '../platform.ts';
import type { SmppSettings } from '../platform-settings.ts';
import { incomingOf } from './smpp-incoming.ts';
import { BindRefused, SmppLink, type Submitted } from './smpp-link.ts';
import { submissionsOf } from './smpp-message.ts';
import { SentParts } from './smpp-parts.ts';

/** How many submissions wait for their answer at the same time. */
const window = 16;
const firstPauseMilliseconds = 1000;
const longestPauseMilliseconds = 60_000;
/** A link that stood so long was lost by chance. */
const steadyMilliseconds = 30_000;
/** How often a later part is tried again while the centre is busy, and after which pause. */
const [partTries, partPauseMilliseconds] = [10, 1000];

const lost = 'The connection to the message centre was lost.';

const { errors } = smpp;
const temporary = new Set(
  ['ESME_RSYSERR', 'ESME_RMSGQFUL', 'ESME_RTHROTTLED', 'ESME_RINVBNDSTS', 'ESME_RX_T_APPN'].map((name) => errors[name]),
);
const badAddress = new Set(['ESME_RINVDSTADR', 'ESME_RINVDSTTON', 'ESME_RINVDSTNPI'].map((name) => errors[name]));
const wrongCredentials = new Set(
  ['ESME_RBINDFAIL', 'ESME_RINVPASWD', 'ESME_RINVSYSID', 'ESME_RINVSYSTYP'].map((name) => errors[name]),
);

/** Sends SMS through a message centre. */
export const openSmpp: OpenPlatform = ({ id }, settings, means) => new Smpp(id, settings as SmppSettings, means);

class Smpp implements Platform {
  readonly parallel = window;
  readonly #integrationId: string;
  readonly #settings: SmppSettings;
  readonly #means: PlatformMeans;
  readonly #parts = new SentParts();
  #link: Promise<SmppLink> | null = null;
  #failures = 0;
  /** How many links in a row were lost soon after they were bound. */
  #losses = 0;
  #boundAt = 0;
  #notBefore = 0;
  #lastFailure = '';
  #reconnecting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(integrationId: string, settings: SmppSettings, means: PlatformMeans) {
    this.#integrationId = integrationId;
    this.#settings = settings;
    this.#means = means;
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
    if (failure) await this.#means.receipts.received(this.#integrationId, platformId, 'FAILED', failure);
    return { outcome: 'SENT', platformId };
  }

  async check(): Promise<string | null> {
    return this.#bound().then(
      () => null,
      (error: Error) => error.message,
    );
  }

  listen(): void {
    if (!this.#closed) this.#bound().catch(() => {}); // it is tried again after a pause
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

  /** What began is carried on while the centre is busy, since the parts before can't be taken back. */
  async #submitLater(fields: object): Promise<Verdict> {
    for (let tried = 1; ; tried += 1) {
      const verdict = await this.#submit(fields);
      if (verdict.outcome !== 'DEFERRED' || tried === partTries || this.#closed) return verdict;
      await sleep(partPauseMilliseconds);
    }
  }

  /** The link, bound. Raises with a reason in words. */
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
      const link = await SmppLink.open(this.#settings, this.#means.outbound, {
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

  /** A link that stood is opened again, so that reports and answers go on coming in; at once, unless it was lost like this before. */
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
    const { receipts, log } = this.#means;
    try {
      const incoming = incomingOf(pdu);
      if (incoming?.kind === 'text') await receipts.replied(this.#integrationId, incoming.from, incoming.text);
      if (incoming?.kind !== 'report') return 0;
      const { messageId, state, reason } = incoming;
      const platformId = this.#parts.platformIdFor(messageId, state, reason);
      if (platformId) await receipts.received(this.#integrationId, platformId, state, reason);
      return 0;
    } catch (error) {
      log.warn({ err: error, integration: this.#integrationId }, 'what a message centre brought could not be noted');
      return errors.ESME_RX_T_APPN ?? 1;
    }
  }
}

function verdictOf(submitted: Submitted): Verdict {
  if (submitted === 'NOT_SENT') return { outcome: 'DEFERRED', reason: lost };
  if (submitted === 'LOST')
    return {
      outcome: 'UNKNOWN',
      reason: 'The connection was lost before the message centre said whether it took the SMS.',
    };
  const { command_status: status, message_id: id } = submitted;
  if (status === 0) return { outcome: 'SENT', platformId: id?.slice(0, 100) || null };
  const reason = `The message centre answered with the status ${nameOf(status)}.`;
  if (temporary.has(status)) return { outcome: 'DEFERRED', reason };
  return { outcome: 'REFUSED', reason, ...(badAddress.has(status) && { badAddress: true }) };
}

/** Some parts are on their way: sending all of them again would repeat these. */
function incomplete(verdict: Verdict, taken: number, all: number): Verdict {
  const reason = `${taken} of ${all} parts were taken. ${'reason' in verdict ? verdict.reason : ''}`;
  return { outcome: verdict.outcome === 'REFUSED' ? 'REFUSED' : 'UNKNOWN', reason };
}

function reasonOf(error: Error): string {
  if (!(error instanceof BindRefused)) return inWords(error);
  return wrongCredentials.has(error.status)
    ? `The message centre did not accept the system id and password (${nameOf(error.status)}).`
    : `The message centre did not let us in (${nameOf(error.status)}).`;
}

function nameOf(status: number): string {
  return Object.keys(errors).find((name) => errors[name] === status) ?? `0x${status.toString(16)}`;
}
