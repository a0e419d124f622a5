import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { issueEntry } from '../../src/people/entrance/demo-entry.ts';
import { findings } from '../support/accessibility.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { join, makePerson, personPassword } from '../support/make-people.ts';

const app = useApp();
const held = useBrowser();

const phone = { viewport: { width: 360, height: 740 } };

test.each([
  ['with scripts', {}],
  ['without scripts', { javaScriptEnabled: false }],
])('a person signs in, switches the account, ends another browser and signs out, %s', async (_, options) => {
  const [{ owner: here }, { owner: there }] = [await app.client(), await app.client()];
  const person = await makePerson(app.database, here, { name: 'Ada' });
  await join(app.database, there, person, 'ANALYST');
  const other = await open('/console', options);
  await signIn(other, person.email, personPassword);
  const page = await open('/console', options);

  await signIn(page, person.email, 'a wrong password');
  expect(await page.getByRole('alert').textContent()).toBe('Wrong email address or password.');
  expect(await page.getByLabel('Email address').inputValue()).toBe(person.email);
  await signIn(page, person.email, personPassword);
  expect(page.url()).toBe(`${app.url}/console`);

  await page.goto(`${app.url}/console/settings/accounts`);
  await page.getByRole('button', { name: 'Switch' }).click();
  await page.getByText('Switched to another account.').waitFor();
  await page.getByRole('row', { name: 'Analyst' }).getByText('Current').waitFor();
  await page.goto(`${app.url}/console/settings/me`);
  await page.getByRole('button', { name: /signed in from/ }).click();
  await page.getByText('The browser was signed out.').waitFor();
  await page.getByRole('row', { name: 'this one' }).waitFor(); // fails if there are several
  await other.reload();
  expect(other.url()).toMatch(`${app.url}/console/sign-in`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  expect(page.url()).toMatch(`${app.url}/console/sign-in`);
});

test('the printed link signs in once, and the token stays nowhere in the browser', async () => {
  const { owner } = await app.client();
  const token = await issueEntry(app.database, owner.account.id, `owner-${owner.account.id}@example.com`);
  const page = await open(`/console/enter/${token}`);

  expect(page.url()).toBe(`${app.url}/console`);
  const seen = await page.evaluate('JSON.stringify([document.referrer, document.cookie, document.body.innerHTML])');
  expect(seen).not.toContain(token);
  await page.goto(`${app.url}/console/enter/${token}`);
  await page.getByText('already been used').waitFor();
});

test('a page of the console calls GraphQL as the person, over HTTP and WebSocket', async () => {
  const { owner } = await app.client();
  const { email, id } = await makePerson(app.database, owner);
  const page = await open('/console');
  await signIn(page, email, personPassword);
  // The policy of the console allows no connections yet.
  await page.goto(`${app.url}/healthz`);

  const answers = await page.evaluate(async (query) => {
    const headers = { 'Content-Type': 'application/json' };
    const http = await (await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
    const socket = new WebSocket('/graphql', 'graphql-transport-ws');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    socket.onopen = () => socket.send('{"type":"connection_init"}');
    socket.onmessage = ({ data }) => {
      const { type, payload } = JSON.parse(data);
      if (type === 'connection_ack') socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      if (type === 'next' || type === 'error') resolve(payload);
    };
    return [http, await promise];
  }, '{ viewer { keyId } }');

  const expected = { data: { viewer: { keyId: id } } };
  expect(answers).toEqual([expected, expected]);
});

test.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', phone],
] as const)('axe finds nothing to complain about, %s', async (_, options) => {
  const client = await app.client();
  const person = await makePerson(app.database, client.owner);
  await join(app.database, (await app.client()).owner, person);
  const invite = 'mutation ($email: EmailAddress!) { invitePerson(input: { email: $email, role: OWNER }) { url } }';
  const { url: invitation } = (await client.graphql(invite, { email: `axe-${client.owner.account.id}@example.com` }))
    .data.invitePerson;
  const page = await open('/console', options);
  const problems = [await findings(page)];
  for (const path of [
    '/console/forgotten',
    invitation.replace(app.url, ''),
    '/console/reset/unknown',
    '/console/nothing',
  ]) {
    await page.goto(app.url + path);
    problems.push(await findings(page));
  }
  await page.goto(`${app.url}/console`);
  await signIn(page, person.email, 'a wrong password');
  problems.push(await findings(page));
  await signIn(page, person.email, personPassword);
  problems.push(await findings(page));

  expect(problems.flat()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await held.browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url + path);
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
