import { retryAfterOf } from '../../../kernel/leased-queue/backoff.ts';
import { describeFailure, printable } from '../../../kernel/outbound/failure-wording.ts';
import { callersTimeout, type Outbound } from '../../../kernel/outbound/outbound.ts';
import type { OutboundAnswer } from '../../../kernel/outbound/outbound-answer.ts';
import { jsonObjectIn } from '../../../kernel/values/json-object.ts';
import { type GoogleSettings, type ServiceAccount, signedToken } from './service-account.ts';

/** A kind of resource. There is one object per pass, and several objects share a class. */
export type GoogleResource = 'offerClass' | 'offerObject' | 'loyaltyClass' | 'loyaltyObject';

export interface GoogleMessage {
  /** The id. It differs for each message, because a phone shows only one message with the same id. */
  id: string;
  header: string;
  body: string;
  /** How long the message is shown. Default: forever, even to people who save the pass later. */
  displayInterval?: { end: { date: string } };
}

export class GoogleWallet {
  readonly #settings: GoogleSettings;
  readonly #outbound: Outbound;
  readonly #token: AccessToken;

  constructor(settings: GoogleSettings, outbound: Outbound) {
    this.#settings = settings;
    this.#outbound = outbound;
    this.#token = new AccessToken(settings, outbound);
  }

  async put(resource: GoogleResource, content: { id: string }): Promise<GoogleVerdict> {
    const changed = await this.patch(resource, content.id, content);
    if (changed.outcome !== 'ABSENT') return changed;
    const created = await this.#call('post', resource, content);
    // Another process has created it in the meantime.
    return 'status' in created && created.status === 409 ? this.patch(resource, content.id, content) : verdict(created);
  }

  async patch(resource: GoogleResource, id: string, changes: object): Promise<GoogleVerdict> {
    return verdict(await this.#call('patch', `${resource}/${encodeURIComponent(id)}`, changes));
  }

  /** Adds a message. Google allows three notifications per pass in 24 hours, and shows further messages without one. */
  async addMessage(resource: GoogleResource, id: string, message: GoogleMessage): Promise<GoogleVerdict> {
    const added = await this.#add(resource, id, message);
    if (added.outcome !== 'REFUSED') return added;
    // Google keeps only ten messages, so remove the old ones.
    await this.patch(resource, id, { messages: [] });
    return this.#add(resource, id, message);
  }

  async check(): Promise<string | null> {
    const found = verdict(await this.#call('get', `issuer/${this.#settings.issuerId}`, {}));
    if (found.outcome === 'ABSENT')
      return 'Google does not know the issuer, or does not show it to the service account.';
    return 'reason' in found ? found.reason : null;
  }

  async #add(resource: GoogleResource, id: string, message: GoogleMessage): Promise<GoogleVerdict> {
    const path = `${resource}/${encodeURIComponent(id)}/addMessage`;
    const answer = await this.#call('post', path, { message: { ...message, messageType: 'TEXT_AND_NOTIFY' } });
    if (!('status' in answer) || !isNotificationQuota(answer)) return verdict(answer);
    const silent = verdict(await this.#call('post', path, { message: { ...message, messageType: 'TEXT' } }));
    return silent.outcome === 'DONE' ? { outcome: 'SILENT' } : silent;
  }

  /** Calls Google. If Google rejects the token, tries once more with a new one. */
  async #call(method: Method, path: string, content: object): Promise<OutboundAnswer | GoogleVerdict> {
    try {
      const token = await this.#token.get();
      const answer = await this.#send(method, path, content, token);
      if (answer.status !== 401) return answer;
      this.#token.forget(token);
      return await this.#send(method, path, content, await this.#token.get());
    } catch (error) {
      if (error instanceof NoAccess) return error.verdict;
      return { outcome: 'DEFERRED', reason: describeFailure(error as Error), retryAfter: null };
    }
  }

  #send(method: Method, path: string, content: object, token: string): Promise<OutboundAnswer> {
    const url = `${this.#settings.baseUrl}/walletobjects/v1/${path}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    if (method === 'get') return this.#outbound.get(url, headers);
    const body = JSON.stringify(content);
    return this.#outbound[method]({ url, headers, body, timeoutMilliseconds: callersTimeout });
  }
}

type Method = 'get' | 'post' | 'patch';

function verdict(answer: OutboundAnswer | GoogleVerdict): GoogleVerdict {
  return 'status' in answer ? verdictOf(answer) : answer;
}

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 3600;
/** How long before its expiry a token is replaced, so that no call reaches Google with an expired one. */
const reserveSeconds = 120;

class NoAccess extends Error {
  readonly verdict: GoogleVerdict;

  constructor(verdict: GoogleVerdict) {
    super('no access token');
    this.verdict = verdict;
  }
}

/** A token that is fetched when needed, and kept until shortly before it expires. */
class AccessToken {
  readonly #account: ServiceAccount;
  readonly #outbound: Outbound;
  #current: Promise<string> | null = null;
  #token: string | null = null;
  #until = 0;

  constructor(account: ServiceAccount, outbound: Outbound) {
    this.#account = account;
    this.#outbound = outbound;
  }

  /** Returns a token. Rejects with `NoAccess`. */
  get(): Promise<string> {
    if (this.#current && Date.now() < this.#until) return this.#current;
    this.#until = Number.POSITIVE_INFINITY;
    const current = this.#fetch().catch((error: unknown) => {
      this.#current = null;
      throw error;
    });
    this.#current = current;
    return current;
  }

  /** Forgets a token, so that the next call fetches a new one. */
  forget(token: string): void {
    if (token !== this.#token) return;
    this.#token = null;
    this.#current = null;
  }

  async #fetch(): Promise<string> {
    const answer = await this.#exchange();
    const { access_token: token, expires_in: seconds } = answer.status === 200 ? jsonObjectIn(answer.body) : {};
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw new NoAccess(googleProblemIn(answer));
    this.#token = token;
    this.#until = Date.now() + (Number(seconds ?? assertionSeconds) - reserveSeconds) * 1000;
    return token;
  }

  async #exchange(): Promise<OutboundAnswer> {
    const { email, tokenUri } = this.#account;
    const at = Math.floor(Date.now() / 1000);
    const claims = { iss: email, scope, aud: tokenUri, iat: at, exp: at + assertionSeconds };
    const form = new URLSearchParams({ grant_type: grantType, assertion: signedToken(this.#account, claims) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    try {
      const body = String(form);
      return await this.#outbound.post({ url: tokenUri, headers, body, timeoutMilliseconds: callersTimeout });
    } catch (error) {
      throw new NoAccess({ outcome: 'DEFERRED', reason: describeFailure(error as Error), retryAfter: null });
    }
  }
}

function googleProblemIn(answer: OutboundAnswer): GoogleVerdict {
  const verdict = verdictOf(answer);
  if (verdict.outcome === 'DEFERRED') return verdict;
  return { outcome: 'MISCONFIGURED', reason: `Google did not accept the service account. ${sayingOf(answer)}` };
}

export type GoogleVerdict =
  | { outcome: 'DONE' }
  /** Google added the message without a notification, because the daily quota of the pass is used up. */
  | { outcome: 'SILENT' }
  /** The class does not exist, or the object does not exist because nobody has saved it. */
  | { outcome: 'ABSENT' }
  /** A retry is pointless. */
  | { outcome: 'REFUSED'; reason: string }
  | { outcome: 'DEFERRED'; reason: string; retryAfter: Date | null }
  /** The service account or the issuer is the cause. */
  | { outcome: 'MISCONFIGURED'; reason: string };

/** Reasons of a 403 that are temporary. */
const temporary = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

function verdictOf(answer: OutboundAnswer): GoogleVerdict {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'DONE' };
  if (status === 404) return { outcome: 'ABSENT' };
  const reason = sayingOf(answer);
  if (status === 408 || status === 429 || status >= 500 || temporary.has(errorIn(answer).reason))
    return { outcome: 'DEFERRED', reason, retryAfter: retryAfterOf(headers['retry-after'], new Date()) };
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { outcome: 'MISCONFIGURED', reason };
  return { outcome: 'REFUSED', reason };
}

function isNotificationQuota(answer: OutboundAnswer): boolean {
  return answer.status === 403 && errorIn(answer).reason === 'quotaExceeded';
}

function sayingOf(answer: OutboundAnswer): string {
  const { message } = errorIn(answer);
  return `Google responded with ${answer.status}${message && `: ${printable(message)}`}`;
}

interface GoogleError {
  message?: unknown;
  status?: unknown;
  errors?: { reason?: unknown }[];
}

function errorIn({ body }: OutboundAnswer): { reason: string; message: string } {
  const { error, error_description: description } = jsonObjectIn(body);
  if (typeof error === 'string') return { reason: error, message: String(description ?? error) };
  const { message, status, errors } = Object(error) as GoogleError;
  const reason = Array.isArray(errors) ? errors[0]?.reason : status;
  return { reason: String(reason ?? ''), message: String(message ?? '') };
}
