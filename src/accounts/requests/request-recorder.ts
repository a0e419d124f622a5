import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { type LoggedRequest, loggedRequests, trimRequests } from './logged-request.ts';

type Noted = Omit<LoggedRequest, 'number' | 'createdAt' | 'body'> & { given: unknown; shape?: () => InputShape };

const storedAfterMilliseconds = 1000;
/** The number of requests to store per account and second. Failures have a limit of their own. */
const maxOfSecond = { failed: 20, succeeded: 5 };
const maxWaiting = 2000;
const trimmedAfterMilliseconds = 60_000;

/**
 * Stores requests a second later, so that no request has to wait. Requests beyond the limits are dropped, and a crash
 * loses those not yet stored.
 */
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

  /** Stores the waiting requests, and waits for a store that is already in progress. */
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

const maxBytes = 2000;
const maxItems = 10;
const maxDepth = 8;

/**
 * What the schema says about a value. An unknown value may be secret or personal. List items have the shape of their
 * list.
 */
export type InputShape =
  | { kind: 'ID' | 'NUMBER' | 'TIME' | 'TEXT' }
  | { kind: 'WORD'; words: readonly unknown[] }
  | { kind: 'DOCUMENT'; isValid: boolean }
  | { kind: 'IGNORED' }
  /** `others` is the shape of unknown fields. */
  | { kind: 'OBJECT'; fields: Readonly<Record<string, InputShape>>; others?: InputShape };

const unknown: InputShape = { kind: 'TEXT' };
const noFields: InputShape & { kind: 'OBJECT' } = { kind: 'OBJECT', fields: {} };

/** Names of values that must never be shown. */
const secret = /pass|secret|token|auth|key|certificate|private|sid$|credential|hmac|signature|serviceaccount/i;
const id = /^([a-z]{3}_[0-9a-z]{12,20}|[0-9a-z]{21})$/;
const time = /^\d{4}-\d\d-\d\d([T ][\d:.Z+-]{0,19})?$/;
const number = /^-?\d{1,15}(\.\d{1,9})?$/;
/**
 * Names of this form can be shown. A caller may send a value in place of a name, such as a whole JSON object as a form
 * field.
 */
const nameForm = /^(?![\d.-]{7})[\w.[\]-]{1,60}$/;

/** Block strings, strings and comments in GraphQL, even unterminated ones. */
const literalOrComment = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n])*["\n]?|#.*/g;
/** Long numbers, which may be phone numbers. In GraphQL, an id may also be a plain number. */
const longNumber = /(?<![\w$])\d{7,}/g;
const bareValue = /:\s*(\[[^\]]*\]?|[^\s$"{}()[\],:]+)/g;

/** Returns the body with only those values that the schema knows to be harmless. */
export function shownBody(given: unknown, shape: InputShape = unknown): string {
  return JSON.stringify(shown(given, { name: '', shape }, { left: maxBytes, depth: 0 }));
}

/**
 * Returns the path, without parameters that do not look like an id: these may be anything, such as an email address.
 */
export function shownPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters[name]);
    return id.test(value) ? value : '…';
  });
}

interface Room {
  left: number;
  depth: number;
}

interface Place {
  name: string;
  shape: InputShape;
}

function shown(value: unknown, place: Place, room: Room): unknown {
  if (value === null || value === undefined) return null;
  if (room.left <= 0 || room.depth >= maxDepth) return '…';
  if (place.shape.kind === 'IGNORED') return masked('(ignored)', room);
  if (Array.isArray(value)) return shownItems(value, place, room);
  if (typeof value === 'object') return shownFields(value, place, room);
  if (place.shape.kind === 'DOCUMENT' && typeof value === 'string') return shownDocument(value, place.shape, room);
  if (isHarmless(value, place)) {
    room.left -= Buffer.byteLength(JSON.stringify(value));
    return room.left >= 0 ? value : '…';
  }
  return masked(secret.test(plain(place.name)) ? '(hidden)' : '(personal)', room);
}

function masked(mask: string, room: Room): string {
  room.left -= mask.length + 2;
  return room.left >= 0 ? mask : '…';
}

function shownItems(items: readonly unknown[], place: Place, room: Room): unknown[] {
  room.depth += 1;
  const first = items.slice(0, maxItems).map((item) => shown(item, place, room));
  room.depth -= 1;
  return items.length > maxItems ? [...first, `… ${items.length - maxItems} more`] : first;
}

function shownFields(fields: object, { name, shape }: Place, room: Room): unknown {
  const { fields: known, others = unknown } = shape.kind === 'OBJECT' ? shape : noFields;
  if (secret.test(plain(name)) && shape.kind !== 'OBJECT') return '(hidden)';
  const pairs: [string, unknown][] = [];
  room.depth += 1;
  // An object may have a million fields, so do not list its values.
  for (const field of Object.keys(fields)) {
    const value: unknown = fields[field as keyof typeof fields];
    const shownName = nameForm.test(field) ? field : '(personal)';
    room.left -= Buffer.byteLength(shownName) + 4;
    if (room.left <= 0) break;
    const inner = Object.hasOwn(known, field) ? known[field] : undefined;
    pairs.push([shownName, shown(value, { name: field, shape: inner ?? others }, room)]);
  }
  room.depth -= 1;
  return Object.fromEntries(pairs);
}

function shownDocument(document: string, { isValid }: { isValid: boolean }, room: Room): string {
  const quiet = document
    .slice(0, 20_000)
    .replace(literalOrComment, (found) => (found.startsWith('#') ? '' : '"…"'))
    .replace(/\s+/g, ' ');
  const text = (isValid ? quiet.replace(longNumber, '…') : quiet.replace(bareValue, ': …')).slice(0, maxBytes / 2);
  room.left -= Buffer.byteLength(text);
  return text;
}

/** Whether a value may be shown. A suspicious name overrides the schema, except for ids. */
function isHarmless(value: unknown, { name, shape }: Place): boolean {
  if (secret.test(plain(name)) && shape.kind !== 'ID') return false;
  const text = String(value);
  if (shape.kind === 'ID') return id.test(text);
  if (shape.kind === 'TIME') return time.test(text);
  if (shape.kind === 'NUMBER') return number.test(text);
  return shape.kind === 'WORD' && shape.words.includes(value);
}

function plain(name: string): string {
  return name.replace(/[^a-z]/gi, '');
}
