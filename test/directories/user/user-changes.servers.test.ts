import { expect, test } from 'vitest';
import { openCampaign } from '../../../src/directories/campaign/campaign-opening.ts';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser, usualPassword } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

const everything = 'email firstName lastName phone birthDate address zip city custom1 custom2 custom3';

test('the data of a member are changed, cleared and kept', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id: user } = await makeDirectoryUser(app.database, client.owner, {
    directory,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    city: 'London',
  });
  const update = (changes: object) =>
    mutate(client, 'updateDirectoryUser', { directory: directory.id, user, ...changes }, everything);

  const { data } = await update({ lastName: 'Lovelace', city: null, birthDate: '1815-12-10', custom3: '3' });

  const changed = {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthDate: '1815-12-10',
    city: null,
    custom3: '3',
  };
  expect(data).toMatchObject(changed);
  expect((await update({ email: null })).data).toMatchObject(changed);
  expect((await update({ email: 'ADA@example.com' })).data).toMatchObject({ ...changed, email: 'ADA@example.com' });
  expect((await eventTypesOf(app.database, { campaignId: directory.id })).slice(1)).toEqual(
    Array(3).fill('directory_user_updated'),
  );
});

test('a member signs in with the new address, not with the former one', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id: user } = await makeDirectoryUser(app.database, client.owner, { directory, email: 'old@example.com' });

  await mutate(client, 'updateDirectoryUser', { directory: directory.id, user, email: 'new@example.com' }, 'id');

  const list = async (email: string) => {
    const { data } = await client.graphql(
      'query ($id: ID!, $email: String) { directoryUsers(directory: $id, filter: { email: $email }) { nodes { id } } }',
      { id: directory.id, email },
    );
    return data.directoryUsers.nodes;
  };
  expect(await list('OLD@example.com')).toEqual([]);
  expect(await list('NEW@example.com')).toEqual([{ id: user }]);
  const again = { directory: directory.id, email: 'old@example.com', password: usualPassword };
  expect((await mutate(client, 'createDirectoryUser', again, 'user { email }')).codes).toEqual([]);
});

test.each([
  { changes: { email: 'Taken@example.com' }, code: 'DIRECTORY_EMAIL_TAKEN' },
  { changes: { email: 'no address' }, code: 'INVALID_INPUT' },
  { changes: { birthDate: '2001-02-29' }, code: 'INVALID_INPUT' },
  { changes: { firstName: 'x'.repeat(101) }, code: 'INVALID_INPUT' },
  { changes: { user: 'reg_0000000000000000' }, code: 'DIRECTORY_USER_NOT_FOUND' },
  { changes: { directory: 'dir_000000000000' }, code: 'DIRECTORY_NOT_FOUND' },
])('refuses $changes and changes nothing', async ({ changes, code }) => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  await makeDirectoryUser(app.database, client.owner, { directory, email: 'taken@example.com' });
  const { id: user } = await makeDirectoryUser(app.database, client.owner, { directory, email: 'ada@example.com' });
  const input = { directory: directory.id, user, lastName: 'Changed', ...changes };

  const { codes } = await mutate(client, 'updateDirectoryUser', input, 'id');

  expect(codes).toEqual([code]);
  const [stored] = await app.database.rows('SELECT email, last_name AS name FROM directory_users WHERE id = ?', [user]);
  expect(stored).toEqual({ email: 'ada@example.com', name: null });
});

test('a member has the sessions of the coupons that the member opened, the last one first', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const member = await makeDirectoryUser(app.database, client.owner, { directory });
  const coupons = [await makeCoupon(app.database, client.owner), await makeCoupon(app.database, client.owner)];
  const opened: string[] = [];
  for (const { id } of coupons) {
    opened.unshift(await openCampaign(app.database, directory, member, id));
    await app.database.transaction((transaction) =>
      transaction.change('UPDATE directory_openings SET created_at = ? WHERE session = ?', [
        `2026-01-0${opened.length} 00:00:00.000`,
        opened[0] ?? '',
      ]),
    );
  }
  const sessions = async () => {
    const { data } = await client.graphql(
      'query ($directory: ID!, $user: ID!) { directoryUserSessions(directory: $directory, user: $user) { id } }',
      { directory: directory.id, user: member.id },
    );
    return data.directoryUserSessions.map(({ id }: { id: string }) => id);
  };

  expect(await sessions()).toEqual(opened);
  const last = { coupon: coupons[1]?.id, session: opened[0] };
  expect((await mutate(client, 'deleteCouponSession', last, 'id')).codes).toEqual([]);
  expect(await sessions()).toEqual(opened.slice(1));
});
