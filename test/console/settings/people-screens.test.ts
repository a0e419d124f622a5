import { expect, test } from 'vitest';
import { listCaptured, readCaptured } from '../../../src/messaging/platform/outbox.ts';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeIntegration } from '../../support/make.ts';
import { fromOwnPage, makeCookie, makePerson, personPassword } from '../../support/make-people.ts';

const app = useApp();
const linkIn = (text: string) => /http[^<]+\/console\/(?:invitation|reset)\/[\w-]+/.exec(text)?.[0];

test('an owner invites somebody: the link is shown once, works, and can be revoked', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const email = `new-${client.owner.keyId}@example.com`;

  const invited = await owner.post('/settings/people', 'invite', { email, role: 'ANALYST' });

  const link = linkIn(invited.text) ?? '';
  expect(invited.text).toContain('It was not emailed');
  expect((await fetch(link)).status).toBe(200);
  const page = await owner.get('/settings/people');
  expect(page.text).toContain(email);
  expect(page.text).not.toContain(link);
  const [, id = ''] = /value="(inv_\w+)"/.exec(page.text) ?? [];
  expect((await owner.post('/settings/people', 'revoke', { id, _key: id })).status).toBe(303);
  expect((await fetch(link)).status).not.toBe(200);
  expect((await owner.get('/settings/people')).text).toContain('No invitations');
  expect((await owner.get('/settings/people?open=no')).text).toContain('Revoked');
});

test('an invitation is mailed in the language in which the owner reads the console', async () => {
  const client = await app.client({ domain: 'bakery.example' });
  await makeIntegration(app.database, client.owner);
  const owner = await ConsoleVisitor.of(app, client.owner, { language: 'de' });

  const { text } = await owner.post('/settings/people', 'invite', { email: 'ada@example.com', role: 'ANALYST' });

  expect(text).toContain('Er wurde auch per E-Mail gesendet.');
  const { id } = client.owner.account;
  const [name = ''] = await listCaptured(app.dataDirectory, id);
  expect(await readCaptured(app.dataDirectory, id, name)).toMatchObject({
    subject: 'Ihre Einladung zu Test',
    text: expect.stringContaining('Der Link funktioniert nur einmal und gilt 72 Stunden lang.'),
  });
});

test('two clicks on one button make one invitation', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const fields = { email: `twice-${client.owner.keyId}@example.com`, role: 'ANALYST', _once: 'the-same-form' };

  const links = [
    await owner.post('/settings/people', 'invite', fields),
    await owner.post('/settings/people', 'invite', fields),
  ].map(({ text }) => linkIn(text));

  expect(links[0]).toBeDefined();
  expect(links[1]).toBe(links[0]);
});

test.each([
  [{ email: 'no address', role: 'OWNER' }, 'email'],
  [{ email: '', role: 'OWNER' }, 'email'],
  [{ email: 'x@example.com', role: 'KING' }, 'role'],
])('the invitation %o is refused at its field', async (fields, field) => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  const { status, text } = await owner.post('/settings/people', 'invite', fields);

  expect(status).toBe(422);
  expect(text).toContain(`id="invite--${field}-problem"`);
});

test('who belongs to the account already is not invited', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  const { text } = await owner.post('/settings/people', 'invite', { email: owner.person.email, role: 'OWNER' });

  expect(text).toContain('id="invite--email-problem"');
});

test('people are found, get another role, a link for a new password, are signed out and removed', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner, { name: 'Olga' });
  const ada = await makePerson(app.database, client.owner, { name: '<b>Ada</b>', role: 'ANALYST' });
  await makeCookie(app.database, ada);
  const path = '/settings/people';
  const given = { person: ada.id, _key: ada.id };

  const all = await owner.get(path);
  expect(all.text).toContain('&lt;b>Ada&lt;/b>');
  expect((await owner.get(`${path}?role=OWNER`)).text).not.toContain('Ada');
  expect((await owner.get(`${path}?search=aDa`)).text).toContain('&lt;b>Ada&lt;/b>');
  expect((await owner.get(`${path}?search=nobody`)).text).toContain('No matching people');
  expect((await owner.get(`${path}?role=KING`)).status).toBe(200);

  expect((await owner.post(path, 'setRole', { ...given, role: 'MARKETER' })).status).toBe(303);
  expect((await owner.post(path, 'setRole', { ...given, role: 'KING' })).status).toBe(422);
  const reset = await owner.post(path, 'reset', given);
  expect(reset.text.match(/<figcaption>Link<\/figcaption>/g)).toHaveLength(1);
  expect((await fetch(linkIn(reset.text) ?? '')).status).toBe(200);
  expect((await owner.post(path, 'signOut', given)).status).toBe(303);
  expect(await app.database.rows('SELECT 1 FROM sign_ins WHERE person_id = ?', [ada.id])).toEqual([]);
  expect((await owner.post(path, 'remove', given)).status).toBe(303);
  expect((await owner.get(path)).text).not.toContain('Ada');
  expect((await owner.post(path, 'remove', given)).status).toBe(422);
  const own = { person: owner.person.id, _key: owner.person.id };
  const last = await owner.post(path, 'setRole', { ...own, role: 'ANALYST' });
  expect(last.text).toContain('The account would have no owner');
  expect((await owner.post(path, 'remove', own)).text).toContain('The account would have no owner');
});

test('somebody changes the own name and password, and ends other browsers', async () => {
  const client = await app.client();
  const analyst = await ConsoleVisitor.of(app, client.owner, { role: 'ANALYST', name: 'Ada' });
  const path = '/settings/me';
  for (let count = 0; count < 2; count += 1) await makeCookie(app.database, analyst.person);

  expect((await analyst.post(path, 'profile', { name: '"><i>Ada</i>' })).status).toBe(303);
  const page = await analyst.get(path);
  expect(page.text).toContain('&quot;>&lt;i>Ada&lt;/i>');
  expect(page.text).toContain('this one');
  const ids = [...page.text.matchAll(/name="id" value="(sig_\w+)"/g)].map(([, id = '']) => id);
  expect(ids).toHaveLength(2);
  expect((await analyst.post(path, 'end', { id: ids[0] ?? '', _key: ids[0] ?? '' })).status).toBe(303);
  expect((await analyst.post(path, 'end', { id: 'sig_0000000000000000' })).status).toBe(422);
  expect((await analyst.post(path, 'endOthers')).status).toBe(303);
  expect((await analyst.get(path)).text).not.toContain('name="id"');

  const password = 'quite another password';
  const wrong = await analyst.post(path, 'password', { current: 'not the password', password });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('id="password--current-problem"');
  expect(wrong.text).not.toContain(password);
  const short = await analyst.post(path, 'password', { current: personPassword, password: 'short' });
  expect(short.text).toContain('id="password--password-problem"');
  const guessable = await analyst.post(path, 'password', { current: personPassword, password: 'password1234' });
  expect([guessable.status, guessable.text]).toEqual([422, expect.stringContaining('is easy to guess')]);
  expect((await analyst.post(path, 'password', { current: personPassword, password })).status).toBe(303);
  expect((await analyst.get(path)).status).toBe(200);
});

test('the language is chosen for this browser, and the page stays', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  expect((await owner.get('/settings/me')).text).toContain('action="/console/language"');

  const chosen = await fetch(`${app.url}/console/language`, {
    ...{ method: 'POST', redirect: 'manual', headers: { Cookie: owner.cookie, ...fromOwnPage } },
    body: new URLSearchParams({ language: 'de', to: '/console/settings/me' }),
  });

  expect(chosen.headers.get('location')).toBe('/console/settings/me');
  const cookies = `${owner.cookie}; ${chosen.headers.get('set-cookie')?.split(';')[0]}`;
  const page = await fetch(`${app.url}/console/settings/me`, { headers: { Cookie: cookies } });
  expect(await page.text()).toContain('Sprache');
});

test('the call of a form shows no password', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  const { text } = await owner.post('/settings/me', 'password', {
    ...{ current: personPassword, password: 'quite another password', _as: 'call' },
  });

  expect(text).toContain('changePassword');
  expect(text).not.toContain(personPassword);
  expect(text).not.toContain('quite another password');
});
