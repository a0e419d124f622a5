import type { Role } from '../../src/api/scope.ts';
import type { AccountMember } from '../../src/people/person/account-member.ts';
import type { App } from './app.ts';
import type { Owner } from './client.ts';
import { fromOwnPage, makeCookie, makePerson } from './make-people.ts';

interface Shown {
  status: number;
  /** The page, as HTML. */
  text: string;
  /** Where the service leads to: below `/console`, or with the host. */
  to: string | null;
}

/** Somebody who uses the console with a browser without scripts. */
export interface ConsolePerson {
  person: AccountMember;
  open: (path: string) => Promise<Shown>;
  /** Sends a form of the screen. */
  send: (path: string, form: string, fields?: Record<string, string>) => Promise<Shown>;
  /** Sends a form of the screen with a file. */
  sendFile: (path: string, form: string, text: string) => Promise<Shown>;
}

/** Makes a person of the account who is signed in to the console. */
export async function consolePersonOf(
  app: App,
  owner: Pick<Owner, 'account'>,
  given: { role?: Role; name?: string | null; language?: string } = {},
): Promise<ConsolePerson> {
  const person = await makePerson(app.database, owner, given);
  const headers = {
    ...{ Cookie: await makeCookie(app.database, person), 'Accept-Language': given.language ?? 'en' },
    ...fromOwnPage,
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const answer = await fetch(`${app.url}/console${path}`, { headers, redirect: 'manual', ...init });
    const to = answer.headers.get('Location')?.replace(/^\/console/, '') ?? null;
    return { status: answer.status, text: await answer.text(), to };
  };
  return {
    person,
    open: (path) => ask(path),
    send: (path, form, fields = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams({ _form: form, ...fields }) }),
    sendFile: (path, form, text) => {
      const body = new FormData();
      body.set('_form', form);
      body.set('file', new Blob([text]), 'file.csv');
      return ask(path, { method: 'POST', body });
    },
  };
}
