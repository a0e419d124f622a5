import type { Logger } from 'pino';
import { Occupancy } from '../../http/occupancy.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import type { Feed } from '../../kernel/event-log/event-feed.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { Slots } from '../../kernel/limits/slots.ts';

/** A page that somebody looks at. */
export interface LivePage {
  accountId: string;
  campaignId: string;
  /** The session code, or the id of the loyalty user. */
  holder: string;
  /** Called when something happened to the holder, or to all holders of the campaign. */
  tell: (whom: 'one' | 'all') => void;
  /** Called when the service can no longer tell of changes. */
  end: () => void;
}

/**
 * The pages that a process keeps up to date. An account has as many visitors as its campaigns make, and an address as many
 * as stand in one shop. Pages beyond the limits are up to date when their visitors return to them.
 */
const mostPages = { ofAccount: 2000, ofAddress: 100, ofProcess: 5000 };

const kinds = ['COUPON', 'COUPON_EDIT', 'WEB_LOYALTY', 'WALLET_LOYALTY'] as const;

/** Events after which pages look as before. */
const silent = /^(message_|\w+_(opened|saved|unsaved|session_created|batch_created|push_sent)$)/;

const userId = /usr_[0-9a-z]{16}/;

/** The pages of an account that are open. All share one place in the feed of the event log. */
interface Audience {
  /** By the campaign, and by the campaign and the holder. */
  pages: Map<string, Set<LivePage>>;
  /** Resolves when events from now on are told. */
  ready: Promise<void>;
  leaving: AbortController;
}

/**
 * Tells open pages of changes. It reads nothing for a single page: the feed reads the events of the process once, and an
 * event finds its pages by their holder.
 */
export class LivePages {
  readonly #database: Database;
  readonly #feed: Feed;
  readonly #log: Logger;
  readonly #audiences = new Map<string, Audience>();
  readonly #ofAccount: Slots;
  readonly #ofAddress: Occupancy;

  constructor({ database, feed, log }: { database: Database; feed: Feed; log: Logger }, limits = mostPages) {
    this.#database = database;
    this.#feed = feed;
    this.#log = log;
    this.#ofAccount = new Slots(limits.ofAccount);
    this.#ofAddress = new Occupancy(limits);
  }

  /**
   * Adds a page. Resolves, when it is told of all events from then on, to a function that removes it, or to null if too
   * many pages are open.
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
    this.#follow(accountId, audience, started.resolve).catch((error: unknown) => {
      started.reject(error);
      if (!audience.leaving.signal.aborted) this.#log.debug({ err: error }, 'open pages are no longer told of changes');
      this.#end(accountId, audience);
      // Their scripts ask again soon, and are told what they have missed.
      for (const page of new Set([...audience.pages.values()].flatMap((some) => [...some]))) page.end();
    });
    return audience;
  }

  async #follow(accountId: string, { pages, leaving }: Audience, begin: () => void): Promise<void> {
    const after = await lastPosition(this.#database);
    begin();
    for await (const event of this.#feed.follow({ accountId, kinds }, { after }, leaving.signal)) {
      if (silent.test(event.type) || !event.campaignId) continue;
      const holder = holderOf(event);
      const found = pages.get(holder ? keyOf(event.campaignId, holder) : event.campaignId);
      for (const page of found ?? []) page.tell(holder ? 'one' : 'all');
    }
  }

  #end(accountId: string, audience: Audience): void {
    audience.leaving.abort();
    if (this.#audiences.get(accountId) === audience) this.#audiences.delete(accountId);
  }
}

const keyOf = (campaignId: string, holder: string) => `${campaignId} ${holder}`;

const keysOf = ({ campaignId, holder }: LivePage) => [campaignId, keyOf(campaignId, holder)];

/** Returns the session or the loyalty user to whom an event happened, or null for an event of the whole campaign. */
function holderOf({ session, type, data }: Event): string | null {
  if (session) return session;
  return type.startsWith('loyalty_') ? (userId.exec(data)?.[0] ?? null) : null;
}
