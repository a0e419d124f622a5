import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { type LoggedRequest, loggedRequests, trimRequests } from './logged-request.ts';
import { type InputShape, shownBody } from './shown-body.ts';

type Noted = Omit<LoggedRequest, 'number' | 'createdAt' | 'body'> & { given: unknown; shape?: () => InputShape };

const storedAfterMilliseconds = 1000;
/** Per account and second. Failures have a separate limit. */
const maxOfSecond = { failed: 20, succeeded: 5 };
const maxWaiting = 2000;
const trimmedAfterMilliseconds = 60_000;

/** Stores requests a second later, so that no request waits. Excess ones, and those before a crash, are lost. */
export class RequestRecorder {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting: Omit<LoggedRequest, 'number'>[] = [];
  #counts = new Map<string, { failed: number; succeeded: number }>();
  #timer: NodeJS.Timeout | null = null;
  #storing = Promise.resolve();
  readonly #written = new Set<string>();
  #trimmedAt = Date.now();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  note({ given, shape, ...request }: Noted): void {
    if (!this.#hasRoom(request)) return;
    const body = given === undefined ? null : shownBody(given, shape?.());
    this.#waiting.push({ ...request, createdAt: realNow(), body });
    this.#timer ??= setTimeout(() => void this.store(), storedAfterMilliseconds).unref();
  }

  #hasRoom({ accountId, status, problem }: Pick<Noted, 'accountId' | 'status' | 'problem'>): boolean {
    if (this.#waiting.length >= maxWaiting) return false;
    const counts = this.#counts.get(accountId) ?? { failed: 0, succeeded: 0 };
    this.#counts.set(accountId, counts);
    const kind = problem !== null || status >= 400 ? 'failed' : 'succeeded';
    counts[kind] += 1;
    return counts[kind] <= maxOfSecond[kind];
  }

  /** Also waits for a store under way. */
  store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeWaiting());
    return this.#storing;
  }

  async #storeWaiting(): Promise<void> {
    const requests = this.#waiting;
    this.#waiting = [];
    this.#counts = new Map();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (requests.length === 0) return;
    try {
      await this.#database.transaction((transaction) => insertRows(transaction, loggedRequests, requests));
      for (const { accountId } of requests) this.#written.add(accountId);
      if (Date.now() - this.#trimmedAt > trimmedAfterMilliseconds) await this.trim();
    } catch (error) {
      this.#log.warn({ err: error }, 'requests were not stored');
    }
  }

  async trim(): Promise<void> {
    this.#trimmedAt = Date.now();
    const accounts = [...this.#written];
    this.#written.clear();
    for (const accountId of accounts) while ((await trimRequests(this.#database, accountId)) > 0);
  }
}
