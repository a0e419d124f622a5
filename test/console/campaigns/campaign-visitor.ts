import type { Role } from '../../../src/api/scope.ts';
import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { fromOwnPage, makeCookie, makePerson } from '../../support/make-people.ts';

interface Answer {
  status: number;
  text: string;
  /** Where a form leads, below `/console`. */
  to: string | null;
}

export interface CampaignVisitor {
  get(path: string, language?: string): Promise<Answer>;
  /** Sends a form of the screen at the path. */
  send(path: string, form: string, fields?: Record<string, string>): Promise<Answer>;
}

/** Signs somebody in to the account of the client. Paths are below `/console`. */
export async function visit(app: App, { owner }: Client, role: Role = 'OWNER'): Promise<CampaignVisitor> {
  const cookie = await makeCookie(app.database, await makePerson(app.database, owner, { role }));
  const fetched = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${app.url}/console${path}`, { ...init, redirect: 'manual' });
    const location = response.headers.get('Location');
    const to = location && new URL(location, app.url);
    return {
      status: response.status,
      text: await response.text(),
      to: to ? to.pathname.replace('/console', '') + to.search : null,
    };
  };
  return {
    get: (path, language = 'en') => fetched(path, { headers: { Cookie: cookie, 'Accept-Language': language } }),
    send: (path, form, fields = {}) =>
      fetched(path, {
        method: 'POST',
        headers: { Cookie: cookie, 'Accept-Language': 'en', ...fromOwnPage },
        body: new URLSearchParams({ _form: form, ...fields }),
      }),
  };
}

/** Text that would become markup if it were not escaped. */
export const hostile = '"><img src=x onerror=alert(1)>';
