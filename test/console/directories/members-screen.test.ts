import { expect, test } from 'vitest';
import { openCampaign } from '../../../src/directories/campaign/campaign-opening.ts';
import type { Directory } from '../../../src/directories/directory/directory.ts';
import { isPassword } from '../../../src/kernel/threads/passwords.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

const pathOf = ({ id }: Directory) => `/directories/${id}/members`;

async function stored(id: string): Promise<Record<string, string | null>> {
  const [row] = await app.database.rows<Record<string, string | null>>(
    `SELECT email, first_name AS firstName, city, blocked_at AS blockedAt, block_reason AS reason,
       paid_access_until AS paidUntil, password_hash AS hash FROM directory_users WHERE id = ?`,
    [id],
  );
  return row ?? {};
}

test('members are found by text, paid access and block, page by page', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  expect((await visitor.open(pathOf(directory))).text).toContain('This directory has no members yet');
  const make = (email: string, facts: object) => makeDirectoryUser(app.database, owner, { directory, email, ...facts });
  await make('paid@example.com', { paidAccessUntil: '2099-01-01 00:00:00.000', firstName: '<b>Ada</b>' });
  await make('past@example.com', { paidAccessUntil: '2020-01-01 00:00:00.000' });
  await make('blocked@example.com', { blocked: true });
  const found = async (query: string) => {
    const { status, text: html } = await visitor.open(`${pathOf(directory)}?${query}`);
    expect(status).toBe(200);
    return ['paid', 'past', 'blocked'].filter((name) => html.includes(`>${name}@example.com<`));
  };

  expect(await found('')).toEqual(['paid', 'past', 'blocked']);
  expect(await found('search=PA')).toEqual(['paid', 'past']);
  expect(await found('search=pa&access=EXPIRED')).toEqual(['past']);
  expect(await found('access=ACTIVE')).toEqual(['paid']);
  expect(await found('access=NONE')).toEqual(['blocked']);
  expect(await found('blocked=yes')).toEqual(['blocked']);
  expect(await found('blocked=no')).toEqual(['paid', 'past']);
  expect(await found('blocked=nonsense&access=nonsense')).toEqual(['paid', 'past', 'blocked']);
  expect(await found('search=nobody')).toEqual([]);
  const { text: html } = await visitor.open(pathOf(directory));
  expect(html).toContain('&lt;b>Ada');
  for (let number = 0; number < 50; number += 1) await make(`more${number}@example.com`, {});
  const first = await visitor.open(pathOf(directory));
  const next = /href="\/console(\/directories[^"]*after=[^"]+)"/.exec(first.text)?.[1] ?? '';
  expect([...(await visitor.open(next)).text.matchAll(/members\/reg_/g)]).toHaveLength(3);
});

test('a member is registered, and a generated password is shown once', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);

  const { status, text: html } = await visitor.send(pathOf(directory), 'create', {
    email: ' ada@example.com ',
    city: 'Köln',
  });

  expect(status).toBe(200);
  const id = /members\/(reg_[0-9a-z]{16})/.exec(html)?.[1] ?? '';
  const password = /<code>([^<]+)<\/code>/.exec(html)?.[1] ?? '';
  const row = await stored(id);
  expect(row).toMatchObject({ email: 'ada@example.com', city: 'Köln' });
  expect(await isPassword(password, row.hash ?? '')).toBe(true);
  expect((await visitor.open(pathOf(directory))).text).not.toContain(password);
  const own = await visitor.send(pathOf(directory), 'create', {
    email: 'b@example.com',
    password: 'a password of her own',
  });
  expect(own.text).toContain('b@example.com was registered.');
  expect(own.text).not.toContain('a password of her own');
});

test.each<{ fields: Record<string, string>; field: string }>([
  { fields: { email: 'TAKEN@example.com' }, field: 'email' },
  { fields: { email: '' }, field: 'email' },
  { fields: { email: 'no address' }, field: 'email' },
  { fields: { email: 'ada@example.com', password: 'short' }, field: 'password' },
  { fields: { email: 'ada@example.com', birthDate: '2001-02-29' }, field: 'birthDate' },
])('the form says what is wrong with $fields, and keeps all but the password', async ({ fields, field }) => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  await makeDirectoryUser(app.database, owner, { directory, email: 'taken@example.com' });

  const { status, text: html } = await visitor.send(pathOf(directory), 'create', {
    city: 'typed',
    ...fields,
  });

  expect(status).toBe(422);
  expect(html).toContain(`id="create--${field}-problem"`);
  expect(html).toContain('value="typed"');
});

test('the data of a member are changed and cleared', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const member = await makeDirectoryUser(app.database, owner, { directory, firstName: 'Ada', city: 'London' });
  await makeDirectoryUser(app.database, owner, { directory, email: 'taken@example.com' });
  const path = `${pathOf(directory)}/${member.id}`;

  const saved = await visitor.send(path, 'save', { email: 'new@example.com', firstName: 'Grace', city: '' });
  const taken = await visitor.send(path, 'save', { email: 'taken@example.com', firstName: 'Lost' });
  const empty = await visitor.send(path, 'save', { email: '', firstName: 'Lost' });

  expect(saved.to).toBe(`/console${path}?done=save`);
  expect(await stored(member.id)).toMatchObject({ email: 'new@example.com', firstName: 'Grace', city: null });
  for (const { status, text: html } of [taken, empty])
    expect([status, html.includes('id="save--email-problem"')]).toEqual([422, true]);
});

test('a member is blocked with a reason and unblocked', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const { id } = await makeDirectoryUser(app.database, owner, { directory });
  const path = `${pathOf(directory)}/${id}`;

  await visitor.send(path, 'block', { reason: 'Fees <i>are</i> due' });
  const { text: html } = await visitor.open(path);

  expect(html).toContain('Fees &lt;i>are');
  expect(html).not.toContain('value="link"');
  expect((await visitor.send(path, 'link')).status).toBe(422);
  expect((await visitor.send(path, 'block', { reason: 'x'.repeat(201) })).status).toBe(422);
  await visitor.send(path, 'unblock');
  expect(await stored(id)).toMatchObject({ blockedAt: null, reason: null });
});

test('paid access is granted until a time of the account, without an end, and revoked', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const { id } = await makeDirectoryUser(app.database, owner, { directory });
  const path = `${pathOf(directory)}/${id}`;
  const text = async () => (await visitor.open(path)).text;

  expect(await text()).toContain('No premium access');
  await visitor.send(path, 'grant', { expiresAt: '2098-06-01T12:00' });
  expect(await text()).toContain('value="2098-06-01T12:00"');
  await visitor.send(path, 'grant', { expiresAt: '' });
  expect(await text()).toContain('No end date');
  const past = await visitor.send(path, 'grant', { expiresAt: '2020-06-01T12:00' });
  expect([past.status, past.text.includes('id="grant--expiresAt-problem"')]).toEqual([422, true]);
  expect((await visitor.send(path, 'grant', { expiresAt: 'tomorrow' })).status).toBe(422);
  expect((await visitor.send(path, 'revoke')).to).toBe(`/console${path}?done=revoke`);
  expect(await stored(id)).toMatchObject({ paidUntil: null });
});

test('a password is set, a link signs the member in, and a deleted member is gone', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const { id } = await makeDirectoryUser(app.database, owner, { directory, firstName: 'Ada' });
  const path = `${pathOf(directory)}/${id}`;

  await visitor.send(path, 'password', { password: 'a quite new one' });
  expect(await isPassword('a quite new one', (await stored(id)).hash ?? '')).toBe(true);
  const short = await visitor.send(path, 'password', { password: 'short' });
  expect([short.status, short.text.includes('value="short"')]).toEqual([422, false]);
  const made = await visitor.send(path, 'link');
  const url = /<code>(http[^<]+)<\/code>/.exec(made.text)?.[1] ?? '';
  expect((await fetch(url, { redirect: 'manual' })).headers.get('Set-Cookie')).toBeTruthy();
  expect((await visitor.send(path, 'delete')).to).toBe(`/console${pathOf(directory)}?done=directories.members.delete`);
  expect((await visitor.open(path)).status).toBe(404);
});

test('the coupons that a member opened are listed', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const member = await makeDirectoryUser(app.database, owner, { directory });
  const coupon = await makeCoupon(app.database, owner, { name: 'Free croissant' });
  const path = `${pathOf(directory)}/${member.id}`;

  expect((await visitor.open(path)).text).toContain('The member has not opened an offer yet.');
  const session = await openCampaign(app.database, directory, member, coupon.id);
  const { text: html } = await visitor.open(path);

  expect(html).toContain('Free croissant');
  expect(html).toContain(session);
});
