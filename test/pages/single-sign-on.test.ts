import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventsOf } from '../support/events.ts';
import { makeDirectory, makeDirectoryUser } from '../support/make-directories.ts';
import { Visitor } from './visitor.ts';

const app = useApp();

test('a link signs in and redirects to an address without the token', async () => {
  const { client, directory, user } = await member();
  const token = await tokenFor(client, directory.id, user.id);
  const visitor = new Visitor(app.url);

  const followed = await visitor.get(`/d/${directory.code}/sso?token=${token}`);

  expect(followed).toMatchObject({ status: 303, location: `/d/${directory.code}` });
  expect(followed.headers.get('referrer-policy')).toBe('no-referrer');
  expect(followed.text).not.toContain(token);
  expect((await visitor.get(`/d/${directory.code}`)).text).toContain('Signed in as Ada');
  const event = (await eventsOf(app.database, { campaignId: directory.id })).at(-1);
  expect(event).toMatchObject({ type: 'directory_user_signed_in', data: { id: user.id, method: 'sso' } });
  expect(JSON.stringify(event)).not.toContain(token);
});

test('a link works once', async () => {
  const { client, directory, user } = await member();
  const token = await tokenFor(client, directory.id, user.id);
  await follow(directory.code, token);

  const { page, signedIn } = await follow(directory.code, token);

  expect(page.status).toBe(410);
  expect(page.text).toContain('The link has already been used.');
  expect(signedIn).toBe(false);
});

test('an expired link does not work', async () => {
  const { client, directory, user } = await member();
  const token = await tokenFor(client, directory.id, user.id);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE single_sign_ons SET expires_at = ? WHERE user_id = ?', [
      '2026-01-01 00:00:00.000',
      user.id,
    ]),
  );

  const { page, signedIn } = await follow(directory.code, token);

  expect(page.status).toBe(410);
  expect(page.text).toContain('The link has expired.');
  expect(signedIn).toBe(false);
});

test('a link of another directory, an unknown link and an empty link do not work', async () => {
  const { client, directory, user } = await member();
  const other = await makeDirectory(app.database, client.owner);
  const token = await tokenFor(client, directory.id, user.id);

  for (const [code, given] of [
    [other.code, token],
    [directory.code, 'A'.repeat(43)],
    [directory.code, ''],
  ] as const) {
    const { page, signedIn } = await follow(code, given);
    expect(page.status).toBe(403);
    expect(signedIn).toBe(false);
  }
  expect((await follow(directory.code, token)).signedIn, 'it still works where it belongs').toBe(true);
});

test('a member who has been blocked since sees the reason', async () => {
  const { client, directory, user } = await member();
  const token = await tokenFor(client, directory.id, user.id);
  const block = { directory: directory.id, user: user.id, blocked: true, reason: 'Fees are due' };
  await mutate(client, 'setDirectoryUserBlocked', block, 'id');

  const { page, signedIn } = await follow(directory.code, token);

  expect(page.status).toBe(403);
  expect(page.text).toContain('Reason: Fees are due');
  expect(signedIn).toBe(false);
});

test('a member who is removed while following a link is not signed in', async () => {
  const { client, directory, user } = await member();
  const token = await tokenFor(client, directory.id, user.id);

  let following: ReturnType<typeof follow> | undefined;
  await app.database.transaction(async (transaction) => {
    await transaction.change('DELETE FROM directory_users WHERE id = ?', [user.id]);
    following ??= follow(directory.code, token);
    await setTimeout(400);
  });

  expect(await following).toMatchObject({ page: { status: 403 }, signedIn: false });
});

test('HEAD requests, prefetches and link previews do not use a link', async () => {
  const { client, directory, user } = await member();
  const token = await tokenFor(client, directory.id, user.id);
  const path = `/d/${directory.code}/sso?token=${token}`;

  const looks = [
    await new Visitor(app.url).get(path, { method: 'HEAD' }),
    await new Visitor(app.url).get(path, { headers: { 'Sec-Purpose': 'prefetch' } }),
    await new Visitor(app.url).get(path, { headers: { 'User-Agent': 'TelegramBot (like TwitterBot)' } }),
  ];

  expect(looks.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await follow(directory.code, token)).signedIn).toBe(true);
});

async function member() {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const user = await makeDirectoryUser(app.database, client.owner, { directory, firstName: 'Ada' });
  return { client, directory, user };
}

async function tokenFor(client: Client, directory: string, user: string): Promise<string> {
  return (await mutate(client, 'createSingleSignOn', { directory, user }, 'token')).data.token;
}

async function follow(code: string, token: string) {
  const visitor = new Visitor(app.url);
  const page = await visitor.get(`/d/${code}/sso?token=${token}`);
  return { page, signedIn: visitor.cookie('member') !== undefined };
}
