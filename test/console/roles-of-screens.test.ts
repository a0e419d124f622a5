import { beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles, type Scope, scopesOfRole } from '../../src/api/scope.ts';
import type { Form } from '../../src/console/frame/screen.ts';
import { screens } from '../../src/console/screen-list.ts';
import { makeThings } from '../generated/things.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { fromOwnPage, makeCookie, makePerson } from '../support/make-people.ts';
import { addressOf } from './screen-address.ts';

const app = useApp();
let client: Client;
let things: Record<string, string>;
const cookies = new Map<Role, string>();

beforeAll(async () => {
  client = await app.client();
  things = await makeThings(app.database, client.owner);
  for (const role of roles) {
    const person = await makePerson(app.database, client.owner, { role });
    cookies.set(role, await makeCookie(app.database, person));
  }
});

describe.each(roles)('%s', (role) => {
  const may = (scope: Scope | readonly Scope[]) =>
    [scope].flat().some((one) => (scopesOfRole[role] as readonly Scope[]).includes(one));

  test.each(screens)('opens $path only with its scope, and sees only the forms that it may send', async (screen) => {
    const address = addressOf(screen, things);

    const { status, text } = await get(role, address);

    expect(status, text).toBe(may(screen.scope) ? 200 : 403);
    if (status !== 200) return;
    for (const [name, { scope }] of Object.entries(screen.forms ?? {}))
      if (!may(scope)) expect(text, name).not.toContain(`name="_form" value="${name}"`);
  });

  const forbidden = screens.flatMap((screen) =>
    Object.entries(screen.forms ?? {})
      .filter(([, { scope }]) => !may(scope))
      .map(([name, form]) => ({ screen, name, form, path: screen.path })),
  );

  test.each(forbidden)('may not send the form $name of $path', async ({ screen, name, form }) => {
    const { status } = await send(role, addressOf(screen, things), { ...filled(form), _form: name });

    expect(status).toBe(403);
  });
});

test('a page of another site cannot send a form, whoever is signed in', async () => {
  for (const screen of screens) {
    for (const [name, form] of Object.entries(screen.forms ?? {})) {
      const body = new URLSearchParams({ ...filled(form), _form: name });
      const headers = { Cookie: cookies.get('OWNER') ?? '', 'Sec-Fetch-Site': 'cross-site' };
      const answer = await fetch(app.url + addressOf(screen, things), { method: 'POST', body, headers });
      expect(answer.status, `${screen.path} ${name}`).toBe(403);
    }
  }
});

async function get(role: Role, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(app.url + path, { headers: { Cookie: cookies.get(role) ?? '' } });
  return { status: answer.status, text: await answer.text() };
}

async function send(role: Role, path: string, fields: Record<string, string>): Promise<{ status: number }> {
  const headers = { Cookie: cookies.get(role) ?? '', ...fromOwnPage };
  return fetch(app.url + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
}

/** Returns something in every field, so that a missing value is not the reason of a refusal. */
function filled({ fields }: Form): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, '1']));
}
