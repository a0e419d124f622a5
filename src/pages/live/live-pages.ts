import type { Logger } from 'pino';
import { Occupancy } from '../../http/occupancy.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import type { Feed } from '../../kernel/event-log/event-feed.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { Slots } from '../../kernel/limits/limits.ts';
import { workingForAll } from '../../kernel/values/event-loop.ts';

export interface LivePage {
  accountId: string;
  campaignId: string;
  /** The code of the session, or the id of the loyalty user. */
  subject: string;
  /** Called after an event of the subject, or of all subjects of the campaign. */
  notify: (whom: 'one' | 'all') => void;
  /** Called when the service can no longer report changes. */
  end: () => void;
}

/**
 * All visitors in a shop can share an address. A page beyond the limits updates only when its visitor returns to it.
 */
const maxPages = { ofAccount: 2000, ofAddress: 100, ofProcess: 5000 };

const kinds = ['COUPON', 'COUPON_EDIT', 'WEB_LOYALTY', 'WALLET_LOYALTY'] as const;

/** The events that do not change pages. */
const silent = /^(message_|\w+_(opened|saved|unsaved|session_created|batch_created|push_sent)$)/;

const userId = /usr_[0-9a-z]{16}/;

/** The open pages of an account. They share a place in the feed of the event log. */
interface Audience {
  /** The pages by campaign, and those by campaign and subject. */
  pages: Map<string, Set<LivePage>>;
  /** Resolves once new events are reported. */
  ready: Promise<void>;
  leaving: AbortController;
}

/**
 * The open pages. None of them causes reads of its own: each process reads the events once, and finds the pages of an
 * event by its subject.
 */
export class LivePages {
  readonly #database: Database;
  readonly #feed: Feed;
  readonly #log: Logger;
  readonly #audiences = new Map<string, Audience>();
  readonly #ofAccount: Slots;
  readonly #ofAddress: Occupancy;

  constructor({ database, feed, log }: { database: Database; feed: Feed; log: Logger }, limits = maxPages) {
    this.#database = database;
    this.#feed = feed;
    this.#log = log;
    this.#ofAccount = new Slots(limits.ofAccount);
    this.#ofAddress = new Occupancy(limits);
  }

  /**
   * Adds a page, and resolves once new events reach it. Returns a function that removes it, or null if too many pages
   * are open.
   */
  async enter(page: LivePage, address: string): Promise<(() => void) | null> {
    const leaveAccount = this.#ofAddress.hasRoomFor(address) ? this.#ofAccount.enter(page.accountId) : null;
    if (!leaveAccount) return null;
    const leaveAddress = this.#ofAddress.enter(address);
    const audience = this.#audiences.get(page.accountId) ?? this.#begin(page.accountId);
    for (const key of keysOf(page)) audience.pages.set(key, (audience.pages.get(key) ?? new Set()).add(page));
    const leave = () => {
      leaveAccount();
      leaveAddress();
      this.#remove(page, audience);
    };
    await audience.ready.catch((error: unknown) => {
      leave();
      throw error;
    });
    return leave;
  }

  #remove(page: LivePage, audience: Audience): void {
    for (const key of keysOf(page)) {
      const others = audience.pages.get(key);
      others?.delete(page);
      if (others?.size === 0) audience.pages.delete(key);
    }
    if (audience.pages.size === 0) this.#end(page.accountId, audience);
  }

  #begin(accountId: string): Audience {
    const started = Promise.withResolvers<void>();
    const audience: Audience = { pages: new Map(), ready: started.promise, leaving: new AbortController() };
    this.#audiences.set(accountId, audience);
    started.promise.catch(() => undefined);
    // All visitors of the account share this, so it does not count towards the network of the first one.
    workingForAll(() => this.#follow(accountId, audience, started.resolve)).catch((error: unknown) => {
      started.reject(error);
      if (!audience.leaving.signal.aborted) this.#log.debug({ err: error }, 'open pages are no longer told of changes');
      this.#end(accountId, audience);
      // The scripts of these pages soon reconnect, and learn what they have missed.
      for (const page of new Set([...audience.pages.values()].flatMap((some) => [...some]))) page.end();
    });
    return audience;
  }

  async #follow(accountId: string, { pages, leaving }: Audience, begin: () => void): Promise<void> {
    const after = await lastPosition(this.#database);
    begin();
    for await (const event of this.#feed.follow({ accountId, kinds }, { after }, leaving.signal)) {
      if (silent.test(event.type) || !event.campaignId) continue;
      const subject = pageSubjectOf(event);
      const found = pages.get(subject ? keyOf(event.campaignId, subject) : event.campaignId);
      for (const page of found ?? []) page.notify(subject ? 'one' : 'all');
    }
  }

  #end(accountId: string, audience: Audience): void {
    audience.leaving.abort();
    if (this.#audiences.get(accountId) === audience) this.#audiences.delete(accountId);
  }
}

const keyOf = (campaignId: string, subject: string) => `${campaignId} ${subject}`;

const keysOf = ({ campaignId, subject }: LivePage) => [campaignId, keyOf(campaignId, subject)];

/** Returns the session or loyalty user of an event, or null for an event that concerns the whole campaign. */
function pageSubjectOf({ session, type, data }: Event): string | null {
  if (session) return session;
  return type.startsWith('loyalty_') ? (userId.exec(data)?.[0] ?? null) : null;
}
