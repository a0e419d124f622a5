import type { Role } from '../../../src/api/scope.ts';
import type { App } from '../../support/app.ts';
import type { Owner } from '../../support/client.ts';
import { fromOwnPage, makeCookie, makePerson } from '../../support/make-people.ts';

/** What the console answers. */
interface Answer {
  status: number;
  text: string;
  headers: Headers;
  /** Where a redirect leads. */
  location: string | null;
}

/** Somebody with a browser in the console. Paths are below `/console`. */
export interface Visitor {
  email: string;
  open: (path: string) => Promise<Answer>;
  send: (path: string, form: string, fields?: Record<string, string>) => Promise<Answer>;
}

/** Returns a person with a role, who has signed in. */
export async function visitorOf(app: App, owner: Owner, role: Role = 'OWNER', language = 'en'): Promise<Visitor> {
  const person = await makePerson(app.database, owner, { role });
  const headers = { Cookie: await makeCookie(app.database, person), 'Accept-Language': language, ...fromOwnPage };
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${app.url}/console${path}`, { ...init, headers, redirect: 'manual' });
    const { status, headers: answered } = answer;
    return { status, text: await answer.text(), headers: answered, location: answered.get('location') };
  };
  return {
    email: person.email,
    open: (path) => call(path),
    send: (path, form, fields = {}) =>
      call(path, { method: 'POST', body: new URLSearchParams({ ...fields, _form: form }) }),
  };
}
