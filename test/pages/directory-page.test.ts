import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Directory } from '../../src/directories/directory/directory.ts';
import type { Value } from '../../src/kernel/database/statement.ts';
import { hashPassword } from '../../src/kernel/threads/passwords.ts';
import { mutate } from '../directories/mutate.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventTypesOf } from '../support/events.ts';
import { makeCoupon } from '../support/make.ts';
import {
  makeCategory,
  makeDirectory,
  makeDirectoryUser,
  makePlacement,
  usualPassword,
} from '../support/make-directories.ts';
import { headings, Visitor } from './visitor.ts';

const app = useApp({ trustedProxies: ['127.0.0.1'] });

test('the page shows its campaigns by category, in order', async () => {
  const { client, directory, visitor } = await guide();
  const [food, sport] = [
    await makeCategory(app.database, directory, 'Food'),
    await makeCategory(app.database, directory, 'Sport'),
  ];
  await makeCategory(app.database, directory, 'Empty');
  await place(client, directory, { name: 'Lido', category: sport.id });
  await place(client, directory, { name: 'Soup', category: food.id });
  await place(client, directory, { name: 'Bread', title: 'Fresh bread', category: food.id });
  await place(client, directory, { name: 'Loose' });

  const page = await visitor.get(`/d/${directory.code}`);

  expect(page.status).toBe(200);
  expect(headings(page)).toEqual(['Food', 'Soup', 'Fresh bread', 'Sport', 'Lido', 'More', 'Loose', 'Sign in']);
});

test('the page hides example, voided and deleted coupons', async () => {
  const { client, directory, visitor } = await guide();
  await place(client, directory, { name: 'Example', status: 'EXAMPLE' });
  await place(client, directory, { name: 'Voided', voided: true });
  const deleted = await place(client, directory, { name: 'Deleted' });
  await mutate(client, 'deleteCoupon', { id: deleted.campaignId }, 'id');

  expect(headings(await visitor.get(`/d/${directory.code}`))).toEqual(['Sign in']);
});

test('the page says when campaigns begin and end, in the zone of the directory', async () => {
  const { client, directory, visitor } = await guide({ timezone: 'Pacific/Auckland' });
  await place(client, directory, { name: 'Fixed', expiresAt: '2031-05-01 12:30:00.000' });
  await place(client, directory, { name: 'Flexible', expiry: { flexible: { days: 30 } } });
  await place(client, directory, { name: 'Gone', expiresAt: '2021-05-01 00:00:00.000' });
  await place(client, directory, { name: 'Later', startsAt: '2032-05-01 00:00:00.000' });
  await place(client, directory, { name: 'Locked', locked: true });

  const { text } = await visitor.get(`/d/${directory.code}`);

  for (const words of [
    'Valid until 2 May 2031',
    'Valid for 30 days',
    'Expired on 1 May 2021',
    'Starts on 1 May 2032',
    'Not available at the moment',
  ])
    expect(text).toContain(words);
});

test('the page speaks German to visitors who prefer it, with their way to write days and amounts', async () => {
  const { client, directory, visitor } = await guide({ timezone: 'Europe/Berlin' });
  await place(client, directory, { name: 'Brot', expiresAt: '2031-05-01 12:30:00.000', value: '4.5', currency: 'EUR' });
  await place(client, directory, { name: 'Kuchen', expiry: { flexible: { days: 1 } } });
  const headers = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
  const path = `/d/${directory.code}`;

  const page = await visitor.get(path, { headers });
  const wrong = await visitor.post(`${path}/sign-in`, { email: 'ada@example.com', password: 'wrong' }, headers);
  const unknown = await visitor.get('/d/nothing0', { headers });
  const link = await visitor.get(`${path}/sso?token=unknown`, { headers });

  for (const { text } of [page, wrong, unknown, link]) expect(text).toContain('<html lang="de">');
  for (const words of ['Gültig bis 1. Mai 2031', 'Wert: 4,50', 'Einen Tag gültig', 'Zum Öffnen anmelden', 'Zeitzone'])
    expect(page.text).toContain(words);
  expect(page.headers.get('vary')).toContain('Accept-Language');
  expect(wrong.text).toContain('Die E-Mail-Adresse oder das Passwort ist falsch.');
  expect(unknown.text).toContain('Unter dieser Adresse gibt es kein Verzeichnis.');
  expect(link.text).toContain('Der Link gehört nicht zu diesem Verzeichnis.');
  expect((await visitor.get(path)).text).toContain('Valid for one day');
});

test('an unknown address gets an HTML page with 404', async () => {
  const visitor = new Visitor(app.url);

  for (const path of ['/d/00000000', '/d/00000000/sso?token=x', '/d/__proto__', '/d', '/p/x/y', '/p/x/y/barcode.svg']) {
    const { status, text } = await visitor.get(path);
    expect(status, path).toBe(404);
    expect(text).toMatch(/^<!doctype html>/);
  }
});

test('a member signs in by password, with the address in any case, and signs out', async () => {
  const { directory, user, visitor } = await guide();

  const signedIn = await visitor.signIn(directory.code, user.email.toUpperCase(), usualPassword);
  expect(signedIn).toMatchObject({ status: 303, location: `/d/${directory.code}` });
  expect((await visitor.get(`/d/${directory.code}`)).text).toContain('Signed in as Ada');

  const before = visitor.cookie('member') ?? '';
  expect(await visitor.post(`/d/${directory.code}/sign-out`, {})).toMatchObject({ status: 303 });
  expect(visitor.cookie('member')).toBeUndefined();
  visitor.keep('member', before);
  expect((await visitor.get(`/d/${directory.code}`)).text, 'nor with the old cookie').not.toContain('Signed in');
  expect(await eventTypesOf(app.database, { campaignId: directory.id })).toContain('directory_user_signed_in');
});

test.each(['sign-in', 'sign-out', 'open'])('the address of the form %s leads to the page', async (form) => {
  const { directory, visitor } = await guide();

  const page = await visitor.get(`/d/${directory.code}/${form}`);

  expect(page).toMatchObject({ status: 303, location: `/d/${directory.code}` });
});

test('an unknown address and a wrong password get the same response', async () => {
  const { directory, user, visitor } = await guide();

  const wrong = await visitor.signIn(directory.code, user.email, 'a wrong password');
  const unknown = await visitor.signIn(directory.code, 'nobody@example.com', 'a wrong password');

  const shape = ({ status, text }: { status: number; text: string }) => ({
    status,
    text: text.replace(/name="form" value="[^"]*"/g, '').replaceAll(/value="[^"]*@example.com"/g, ''),
  });
  expect(wrong.status).toBe(403);
  expect(wrong.text).toContain('Wrong email address or password.');
  expect(shape(unknown)).toEqual(shape(wrong));
});

test('10 wrong passwords from an address refuse that address, and neither other addresses nor other members', async () => {
  const { client, directory, user, visitor } = await guide();
  const other = await makeDirectoryUser(app.database, client.owner, { directory });
  const attempt = async (email: string, password: string, from = '203.0.113.20') =>
    (await visitor.signIn(directory.code, email, password, { 'X-Forwarded-For': from })).status;

  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push(await attempt(user.email, 'a wrong password'));

  expect(statuses).toEqual([...Array(10).fill(403), 429]);
  expect(await attempt(user.email, usualPassword)).toBe(429);
  expect(await attempt(other.email, usualPassword)).toBe(303);
  expect(await attempt(user.email, usualPassword, '203.0.113.21')).toBe(303);
});

test('100 wrong passwords from many addresses refuse unknown devices, and a device that the member knows signs in', async () => {
  const { client, directory, user, visitor: attacker } = await guide();
  const [known, unknown, ofOther] = [new Visitor(app.url), new Visitor(app.url), new Visitor(app.url)];
  const other = await makeDirectoryUser(app.database, client.owner, { directory });
  for (const [visitor, { email }] of [
    [known, user],
    [ofOther, other],
  ] as const) {
    expect((await visitor.signIn(directory.code, email, usualPassword)).status).toBe(303);
    await visitor.post(`/d/${directory.code}/sign-out`, {});
  }
  await attacker.get(`/d/${directory.code}`);
  const fields = { email: user.email, password: 'a wrong password' };
  const attack = (from: string) => attacker.post(`/d/${directory.code}/sign-in`, fields, { 'X-Forwarded-For': from });

  const answers: Awaited<ReturnType<typeof attack>>[] = [];
  // More at once might wait for the threads for too long on a busy machine.
  while (answers.length < 150)
    answers.push(
      ...(await Promise.all(Array.from({ length: 30 }, (_, index) => attack(`203.0.113.${100 + (index % 20)}`)))),
    );

  expect(answers.filter(({ status }) => status === 403)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  const signIn = async (visitor: Visitor) =>
    (await visitor.signIn(directory.code, user.email, usualPassword, { 'X-Forwarded-For': '203.0.113.90' })).status;
  expect(await signIn(unknown)).toBe(429);
  expect(await signIn(ofOther)).toBe(429);
  expect(await signIn(known)).toBe(303);
});

test('a known device has 10 attempts of its own', async () => {
  const { directory, user, visitor } = await guide();
  await visitor.signIn(directory.code, user.email, usualPassword);

  const statuses = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push((await visitor.signIn(directory.code, user.email, 'a wrong password')).status);

  expect(statuses).toEqual([...Array(10).fill(403), 429]);
  expect((await new Visitor(app.url).signIn(directory.code, user.email, usualPassword)).status).toBe(303);
});

test('attempts with an unknown address count too', async () => {
  const { directory, visitor } = await guide();

  const statuses = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push((await visitor.signIn(directory.code, 'nobody@example.com', 'a wrong password')).status);

  expect(statuses).toEqual([...Array(10).fill(403), 429]);
});

test('after 100 attempts an IP address is refused, and other IP addresses are not', async () => {
  const { directory, user, visitor } = await guide();
  await visitor.get(`/d/${directory.code}`);
  const attempt = async (email: string, from: string) => {
    const fields = { email, password: usualPassword };
    return (await visitor.post(`/d/${directory.code}/sign-in`, fields, { 'X-Forwarded-For': from })).status;
  };
  const from = '203.0.113.7';

  await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(`nobody${index}@example.com`, from)));

  expect(await attempt(user.email, from)).toBe(429);
  expect(await attempt(user.email, '203.0.113.8')).toBe(303);
});

test('addresses of one IPv6 network count as one', async () => {
  const { directory, user, visitor } = await guide();
  await visitor.get(`/d/${directory.code}`);
  const attempt = async (email: string, from: string) => {
    const fields = { email, password: usualPassword };
    return (await visitor.post(`/d/${directory.code}/sign-in`, fields, { 'X-Forwarded-For': from })).status;
  };

  await Promise.all(
    Array.from({ length: 100 }, (_, index) => attempt(`nobody${index}@example.com`, `2001:db8:0:1::${index}`)),
  );

  expect(await attempt(user.email, '2001:db8:0:1:ffff::1')).toBe(429);
  expect(await attempt(user.email, '2001:db8:0:2::1')).toBe(303);
});

test('a refused IP address locks no member', async () => {
  const { directory, user, visitor } = await guide();
  await visitor.get(`/d/${directory.code}`);
  const attempt = async (email: string, from: string) => {
    const fields = { email, password: usualPassword };
    return (await visitor.post(`/d/${directory.code}/sign-in`, fields, { 'X-Forwarded-For': from })).status;
  };
  const from = '203.0.113.9';
  await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(`nobody${index}@example.com`, from)));

  for (let count = 0; count < 11; count += 1) expect(await attempt(user.email, from)).toBe(429);

  expect(await attempt(user.email, '203.0.113.10')).toBe(303);
});

test('a successful sign-in resets the count of attempts', async () => {
  const { directory, user } = await guide();
  const attempt = async (password: string) =>
    (await new Visitor(app.url).signIn(directory.code, user.email, password)).status;
  const statuses = [];
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 9; count += 1) statuses.push(await attempt('a wrong password'));
    statuses.push(await attempt(usualPassword));
  }

  expect(statuses.filter((status) => status === 429)).toEqual([]);
});

test('the count restarts when its period has ended', async () => {
  const { directory, user, visitor } = await guide();
  for (let count = 0; count < 11; count += 1) await visitor.signIn(directory.code, user.email, 'a wrong password');
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE sign_in_attempts SET ends_at = ? WHERE subject = ?', [
      '2020-01-01 00:00:00.000',
      createHash('sha256')
        .update(JSON.stringify(['pair', directory.id, user.email, '127.0.0.1']))
        .digest('hex'),
    ]),
  );

  expect((await visitor.signIn(directory.code, user.email, usualPassword)).status).toBe(303);
});

test('forms from other sites are refused', async () => {
  const { directory, user, visitor } = await guide();
  const credentials = { email: user.email, password: usualPassword };
  const stranger = new Visitor(app.url);
  await stranger.get(`/d/${directory.code}`);
  const path = `/d/${directory.code}/sign-in`;

  expect((await new Visitor(app.url).post(path, credentials)).status, 'without a cookie').toBe(403);
  await visitor.get(`/d/${directory.code}`);
  expect((await visitor.post(path, { ...credentials, form: '' })).status, 'without a token').toBe(403);
  stranger.keep('visit', visitor.cookie('visit') ?? '');
  expect((await stranger.post(path, credentials)).status, 'with the token of another browser').toBe(403);
  expect((await visitor.post(path, { ...credentials, form: 'x'.repeat(43) })).status, 'with a forged one').toBe(403);
});

test('a cookie is valid for its directory only, and a forged cookie for none', async () => {
  const { client, directory, user, visitor } = await guide();
  const other = await makeDirectory(app.database, client.owner);
  await visitor.signIn(directory.code, user.email, usualPassword);
  const cookie = visitor.cookie('member') ?? '';
  const [token = ''] = cookie.split('.');

  for (const [code, value] of [
    [other.code, cookie],
    [directory.code, `${token}.${'A'.repeat(43)}`],
    [directory.code, token],
    [directory.code, ''],
  ] as const) {
    const thief = new Visitor(app.url);
    thief.keep('member', value);
    expect((await thief.get(`/d/${code}`)).text).not.toContain('Signed in');
  }
});

test('a blocked member sees the reason after the right password only', async () => {
  const { directory, user, client, visitor } = await guide();
  const block = { directory: directory.id, user: user.id, blocked: true, reason: 'Fees are due' };
  await mutate(client, 'setDirectoryUserBlocked', block, 'id');

  const right = await visitor.signIn(directory.code, user.email, usualPassword);
  const wrong = await visitor.signIn(directory.code, user.email, 'a wrong password');

  expect(right.status).toBe(403);
  expect(right.text).toContain('Reason: Fees are due');
  expect(visitor.cookie('member')).toBeUndefined();
  expect(wrong.text).not.toContain('Fees');
});

test('a member who is blocked while signed in sees the reason and no campaigns', async () => {
  const { client, directory, user, visitor } = await guide();
  const { campaignId } = await place(client, directory, { name: 'Soup' });
  await visitor.signIn(directory.code, user.email, usualPassword);
  const block = { directory: directory.id, user: user.id, blocked: true };
  await mutate(client, 'setDirectoryUserBlocked', block, 'id');

  const page = await visitor.get(`/d/${directory.code}`);

  expect(page.status).toBe(403);
  expect(page.text).toContain('Your access to this directory is blocked.');
  expect(headings(page)).toEqual([]);
  expect((await visitor.post(`/d/${directory.code}/open`, { campaign: campaignId })).status).toBe(403);
});

test('a new password and a removal sign the member out', async () => {
  const { client, directory, user, visitor } = await guide();
  const name = { directory: directory.id, user: user.id };
  const isSignedIn = async () => (await visitor.get(`/d/${directory.code}`)).text.includes('Signed in');

  await visitor.signIn(directory.code, user.email, usualPassword);
  expect(await isSignedIn()).toBe(true);
  await mutate(client, 'setDirectoryUserPassword', { ...name, password: 'another password' }, 'id');
  expect(await isSignedIn()).toBe(false);
  await visitor.signIn(directory.code, user.email, 'another password');
  expect(await isSignedIn()).toBe(true);
  await mutate(client, 'deleteDirectoryUser', name, 'id');
  expect(await isSignedIn()).toBe(false);
});

test('a sign-in during a password change requires the new password', async () => {
  const { directory, user, visitor } = await guide();
  const passwordHash = await hashPassword('another password');

  const signedIn = await whileHeld(
    () => visitor.signIn(directory.code, user.email, usualPassword),
    'UPDATE directory_users SET password_hash = ? WHERE id = ?',
    [passwordHash, user.id],
  );

  expect(signedIn.status).toBe(403);
  expect(visitor.cookie('member')).toBeUndefined();
});

test('a sign-in during the removal of the member fails', async () => {
  const { directory, user, visitor } = await guide();

  const signedIn = await whileHeld(
    () => visitor.signIn(directory.code, user.email, usualPassword),
    'DELETE FROM directory_users WHERE id = ?',
    [user.id],
  );

  expect(signedIn.status).toBe(403);
  expect(signedIn.text).toContain('Wrong email address or password.');
});

test('a campaign that is deleted while it is opened is no longer available', async () => {
  const { client, directory, user, visitor } = await guide();
  const { campaignId } = await place(client, directory, { name: 'Soup' });
  await visitor.signIn(directory.code, user.email, usualPassword);
  await visitor.get(`/d/${directory.code}`);

  const opened = await whileHeld(
    () => visitor.post(`/d/${directory.code}/open`, { campaign: campaignId }),
    'UPDATE coupons SET deleted_at = ? WHERE id = ?',
    ['2026-01-01 00:00:00.000', campaignId],
  );

  expect(opened.status).toBe(404);
  expect(opened.text).toContain('no longer available');
});

test('a campaign always opens in the same session of the member', async () => {
  const { client, directory, user, visitor } = await guide();
  const { campaignId } = await place(client, directory, { name: 'Soup' });
  await visitor.signIn(directory.code, user.email, usualPassword);
  await visitor.get(`/d/${directory.code}`);
  const open = () => visitor.post(`/d/${directory.code}/open`, { campaign: campaignId });

  const [first, second] = [await open(), await open()];

  expect(first.status).toBe(303);
  expect(second.location).toBe(first.location);
  const { data } = await client.graphql(
    `{ couponSessions(coupon: "${campaignId}") { nodes { url email firstName openedAt } } }`,
  );
  const url = `${app.url}${first.location}`;
  expect(data.couponSessions.nodes).toEqual([{ url, email: user.email, firstName: 'Ada', openedAt: null }]);
  const types = await eventTypesOf(app.database, { campaignId: directory.id });
  expect(types.slice(-2)).toEqual(['directory_campaign_opened', 'directory_campaign_opened']);
});

test('a new session replaces a deleted one', async () => {
  const { client, directory, user, visitor } = await guide();
  const { campaignId } = await place(client, directory, { name: 'Soup' });
  await visitor.signIn(directory.code, user.email, usualPassword);
  await visitor.get(`/d/${directory.code}`);
  const open = () => visitor.post(`/d/${directory.code}/open`, { campaign: campaignId });
  const first = await open();
  const session = first.location?.split('/').at(-1);
  await mutate(client, 'deleteCouponSession', { coupon: campaignId, session }, 'session');

  const second = await open();

  expect(second.status).toBe(303);
  expect(second.location).not.toBe(first.location);
});

test('only members with access can open paid content', async () => {
  const { client, directory, user, visitor } = await guide();
  const { campaignId } = await place(client, directory, { name: 'Opera', paid: true });
  await visitor.signIn(directory.code, user.email, usualPassword);
  const name = { directory: directory.id, user: user.id };
  const open = () => visitor.post(`/d/${directory.code}/open`, { campaign: campaignId });

  expect((await visitor.get(`/d/${directory.code}`)).text).toContain('Only for members with premium access');
  expect((await open()).status).toBe(403);
  await mutate(client, 'grantPaidAccess', { ...name, expiresAt: '2040-01-31T12:00:00.000Z' }, 'id');
  expect((await visitor.get(`/d/${directory.code}`)).text).not.toContain('Only for members');
  expect((await open()).status).toBe(303);
  await mutate(client, 'revokePaidAccess', name, 'id');
  expect((await open()).status).toBe(403);
});

test('a campaign does not open if it is missing or closed, or without a signed-in member', async () => {
  const { client, directory, user, visitor } = await guide();
  const { campaignId } = await place(client, directory, { name: 'Soup' });
  const closed = await place(client, directory, { name: 'Closed', locked: true });
  const elsewhere = await makeCoupon(app.database, client.owner);
  await visitor.get(`/d/${directory.code}`);
  const open = async (campaign: string) => (await visitor.post(`/d/${directory.code}/open`, { campaign })).status;

  expect(await open(campaignId), 'before signing in').toBe(403);
  await visitor.signIn(directory.code, user.email, usualPassword);
  expect(await open(closed.campaignId)).toBe(409);
  expect(await open(elsewhere.id)).toBe(404);
  expect(await open('nothing')).toBe(404);
});

test('the pages show markup in any field as text', async () => {
  const script = '<script>alert(1)</script>';
  const { client, directory, visitor } = await guide({ name: script, title: script, description: script });
  const category = await makeCategory(app.database, directory, script);
  await place(client, directory, { name: script, title: script, description: script, category: category.id });
  const user = await makeDirectoryUser(app.database, client.owner, {
    directory,
    firstName: script,
    blocked: true,
    blockReason: script,
  });

  const pages = [
    await visitor.get(`/d/${directory.code}`),
    await visitor.signIn(directory.code, script, script),
    await visitor.signIn(directory.code, user.email, usualPassword),
  ];

  for (const { text } of pages) {
    expect(text).toContain('&lt;script>');
    expect(text).not.toContain('<script');
  }
});

/** Returns the outcome of an action that begins before a change is committed. */
async function whileHeld<Came>(begin: () => Promise<Came>, change: string, values: Value[]): Promise<Came> {
  let coming: Promise<Came> | undefined;
  await app.database.transaction(async (transaction) => {
    await transaction.change(change, values);
    coming ??= begin();
    await setTimeout(400);
  });
  if (!coming) throw new Error('nothing began');
  return coming;
}

/** Makes a directory with a member called Ada, and a visitor. */
async function guide(changes: Parameters<typeof makeDirectory>[2] = {}) {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner, changes);
  const user = await makeDirectoryUser(app.database, client.owner, { directory, firstName: 'Ada' });
  return { client, directory, user, visitor: new Visitor(app.url) };
}

async function place(
  client: Client,
  directory: Directory,
  { category, paid = false, ...coupon }: Parameters<typeof makeCoupon>[2] & { category?: string; paid?: boolean },
) {
  const made = await makeCoupon(app.database, client.owner, coupon);
  return makePlacement(app.database, client.owner, directory, { coupon: made, category, paid });
}
