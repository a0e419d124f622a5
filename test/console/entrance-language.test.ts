import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = useApp();

interface Seen {
  status: number;
  text: string;
}

async function visit(path: string, headers: Record<string, string>, form?: Record<string, string>): Promise<Seen> {
  const response = await fetch(app.url + path, {
    headers: { ...headers, Origin: app.url },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, text: await response.text() };
}

const german = { 'Accept-Language': 'de-AT,en;q=0.5' };
const wrong = { email: 'nobody@example.com', password: 'a wrong password' };

test.each<[string, Record<string, string> | undefined, number, string]>([
  ['/console/sign-in', undefined, 200, '<h1>Anmelden</h1>'],
  ['/console/sign-in', wrong, 403, 'Die E-Mail-Adresse oder das Passwort ist falsch.'],
  ['/console/forgotten', undefined, 200, 'Link schicken'],
  ['/console/forgotten', { email: wrong.email }, 200, 'Prüfen Sie Ihr Postfach'],
  ['/console/enter/unknown', undefined, 403, 'Dieser Link ist nicht gültig.'],
  ['/console/there/is/no/page', undefined, 404, 'Unter dieser Adresse gibt es keine Seite.'],
])('%s with %o is German for who asks for German', async (path, form, status, text) => {
  const page = await visit(path, german, form);

  expect(page).toEqual({ status, text: expect.stringContaining(text) });
  expect(page.text).toContain('<html lang="de">');
});

test('the outbox asks for a key in German, and refuses a wrong one in German', async () => {
  const asked = await visit('/outbox', german);
  const refused = await visit('/outbox', { ...german, Authorization: `Basic ${btoa('key_0000000000000000:wrong')}` });

  expect(asked).toEqual({ status: 401, text: expect.stringContaining('ID des Schlüssels') });
  expect(refused.text).toContain('Die ID des Schlüssels oder das Geheimnis ist falsch.');
});

test('the language that somebody chose comes first, and others read English', async () => {
  const chosen = await visit('/console/sign-in', { ...german, Cookie: 'console-language=en' });
  const other = await visit('/console/sign-in', { 'Accept-Language': 'fr' });

  for (const { text } of [chosen, other]) expect(text).toMatch(/<html lang="en">.*<h1>Sign in<\/h1>/s);
});

test('a form of another site is refused in German too', async () => {
  const response = await fetch(`${app.url}/console/sign-in`, {
    method: 'POST',
    headers: { ...german, Origin: 'https://elsewhere.example' },
    body: new URLSearchParams(wrong),
  });

  expect(response.status).toBe(403);
  expect(await response.text()).toContain('Der Dienst nimmt dieses Formular nur von seinen eigenen Seiten an.');
});

test('a request that cannot be read is refused in German too', async () => {
  const { status, text } = await visit('/console/enter/%E0%A4%A', german);

  expect([status, text]).toEqual([400, expect.stringContaining('Der Dienst konnte diese Anfrage nicht lesen.')]);
});
