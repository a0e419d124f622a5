import { callersPatience, type Outbound } from '../../../kernel/outbound/outbound.ts';
import type { OutboundAnswer } from '../../../kernel/outbound/outbound-answer.ts';
import { describeFailure } from '../failure-wording.ts';
import { type GoogleVerdict, sayingOf, verdictOf } from './google-verdict.ts';
import { type ServiceAccount, signedToken } from './service-account.ts';

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 3600;
/** A token is replaced so long before its end that no call reaches Google after it. */
const reserveSeconds = 120;

/** No access token could be had. */
export class NoAccess extends Error {
  readonly verdict: GoogleVerdict;

  constructor(verdict: GoogleVerdict) {
    super('no access token');
    this.verdict = verdict;
  }
}

/** The access token of a service account. It is fetched when it is needed, and kept until shortly before its end. */
export class AccessToken {
  readonly #account: ServiceAccount;
  readonly #outbound: Outbound;
  #current: Promise<string> | null = null;
  #token: string | null = null;
  #until = 0;

  constructor(account: ServiceAccount, outbound: Outbound) {
    this.#account = account;
    this.#outbound = outbound;
  }

  /** Rejects with `NoAccess`. */
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

  /** Fetches a new token next time, because Google did not accept this one. */
  forget(token: string): void {
    if (token !== this.#token) return;
    this.#token = null;
    this.#current = null;
  }

  async #fetch(): Promise<string> {
    const answer = await this.#exchange();
    const { access_token: token, expires_in: seconds } = answer.status === 200 ? bodyOf(answer) : {};
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw new NoAccess(refusalIn(answer));
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
      return await this.#outbound.post({ url: tokenUri, headers, body, timeoutMilliseconds: callersPatience });
    } catch (error) {
      throw new NoAccess({ outcome: 'DEFERRED', reason: describeFailure(error as Error), retryAfter: null });
    }
  }
}

function refusalIn(answer: OutboundAnswer): GoogleVerdict {
  const verdict = verdictOf(answer);
  if (verdict.outcome === 'DEFERRED') return verdict;
  return { outcome: 'MISCONFIGURED', reason: `Google did not accept the service account. ${sayingOf(answer)}` };
}

function bodyOf({ body }: OutboundAnswer): { access_token?: unknown; expires_in?: unknown } {
  try {
    return Object(JSON.parse(body)) as { access_token?: unknown };
  } catch {
    return {};
  }
}
