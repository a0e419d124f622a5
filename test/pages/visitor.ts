import { setTimeout as sleep } from 'node:timers/promises';

/** A browser that keeps cookies and runs no scripts. */
export class Visitor {
  readonly #url: string;
  /** Whether to repeat requests for which the service has no time, as `Retry-After` asks. */
  readonly #isPatient: boolean;
  readonly #cookies = new Map<string, string>();
  /** The form token of the last page. */
  #formToken = '';

  constructor(url: string, { isPatient = false } = {}) {
    this.#url = url;
    this.#isPatient = isPatient;
  }

  async get(path: string, init: RequestInit = {}): Promise<Page> {
    return this.#fetch(path, init);
  }

  /** Sends a form of the last page. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams({ form: this.#formToken, ...fields });
    return this.#fetch(path, { method: 'POST', body, headers });
  }

  /** Opens the page of a directory and sends its sign-in form. */
  async signIn(code: string, email: string, password: string, headers: Record<string, string> = {}): Promise<Page> {
    await this.get(`/d/${code}`);
    return this.post(`/d/${code}/sign-in`, { email, password }, headers);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  keep(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async #fetch(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) };
    const response = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' });
    if (this.#isPatient && response.status === 503) {
      await sleep(Number(response.headers.get('Retry-After')) * 1000);
      return this.#fetch(path, init);
    }
    for (const line of response.headers.getSetCookie()) this.#keepLine(line);
    const text = await response.text();
    this.#formToken = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? this.#formToken;
    return { status: response.status, headers: response.headers, text, location: response.headers.get('location') };
  }

  #keepLine(line: string): void {
    const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

export interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** The target of a redirect. */
  location: string | null;
}

/** The headings of a page. */
export function headings({ text }: Page): string[] {
  return [...text.matchAll(/<h[23][^>]*>([^<]*)</g)].map(([, heading]) => heading ?? '');
}
