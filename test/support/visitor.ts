import type { Role } from '../../src/api/scope.ts';
import type { App } from './app.ts';
import type { Owner } from './client.ts';
import { fromOwnPage, makeCookie, makePerson } from './make-people.ts';

interface Answer {
  status: number;
  /** The address to which the response leads, without the host. */
  to: string | null;
  text: string;
}

/** A browser of somebody who is signed in to the console. */
export class Visitor {
  readonly personId: string;
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(app: App, { cookie, personId, language }: { cookie: string; personId: string; language: string }) {
    this.personId = personId;
    this.#url = app.url;
    this.#headers = { Cookie: cookie, 'Accept-Language': language };
  }

  /** Opens a page. The path is below `/console`. */
  open(path: string): Promise<Answer> {
    return this.#fetch(path, {});
  }

  /** Sends a form of a page. */
  send(path: string, form: string, fields: Record<string, string> = {}): Promise<Answer> {
    return this.#fetch(path, { method: 'POST', body: new URLSearchParams({ _form: form, ...fields }) });
  }

  /** Sends a body as it is, such as a form with a file. */
  post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#fetch(path, { method: 'POST', body, headers });
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    const headers = { ...this.#headers, ...fromOwnPage, ...(init.headers as Record<string, string>) };
    const answer = await fetch(`${this.#url}/console${path}`, { ...init, headers, redirect: 'manual' });
    const to = answer.headers.get('location');
    return { status: answer.status, to: to?.replace(this.#url, '') ?? null, text: await answer.text() };
  }
}

/** Signs somebody in to the console of an account. */
export async function visit(app: App, owner: Owner, role: Role = 'OWNER', language = 'en'): Promise<Visitor> {
  const person = await makePerson(app.database, owner, { role });
  return new Visitor(app, { cookie: await makeCookie(app.database, person), personId: person.id, language });
}
