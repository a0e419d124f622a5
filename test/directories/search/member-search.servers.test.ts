import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

/** Returns the email addresses of the members that the filter finds, in the order of the list. */
async function find(client: Client, directory: string, filter: object, paging = ''): Promise<string[]> {
  const { data, codes } = await client.graphql(
    `query ($directory: ID!, $filter: DirectoryUserFilter) {
       directoryUsers(directory: $directory, filter: $filter ${paging}) { edges { node { email } } } }`,
    { directory, filter },
  );
  expect(codes).toEqual([]);
  return data.directoryUsers.edges.map(({ node }: { node: { email: string } }) => node.email);
}

test('a text finds members by the beginning of a name, of a word of it, of the email address or the phone number', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeDirectoryUser(app.database, client.owner, {
    directory,
    email: 'ADA@Example.com',
    firstName: 'Ada',
    lastName: 'Kœnig von der Öhé',
    phone: '+49 (0)30 1234-5',
  });
  await makeDirectoryUser(app.database, client.owner, { directory, email: 'other@example.com', firstName: 'Bob' });
  const elsewhere = await makeDirectory(app.database, client.owner);
  await makeDirectoryUser(app.database, client.owner, { directory: elsewhere, email: 'ada@elsewhere.com' });

  for (const keyword of ['ada', 'ADA@EX', 'kœnig', 'öhé', 'ÖHÉ', 'ada kœ', 'Kœnig von der Öhé a', '4930', '+49 30', id])
    expect(await find(client, directory.id, { keyword }), keyword).toEqual(['ADA@Example.com']);
  for (const keyword of ['da', '%', '_da', 'x'.repeat(255), `${id.slice(0, -1)}`])
    expect(await find(client, directory.id, { keyword }), keyword).toEqual([]);
  expect(await find(client, directory.id, { keyword: ' ' })).toEqual(['other@example.com', 'ADA@Example.com']);
});

test('paid access, blocked members and a text are combined, newest first, page by page', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const make = (email: string, facts: object) =>
    makeDirectoryUser(app.database, client.owner, { directory, email: `${email}@example.com`, ...facts });
  const [future, past] = ['2099-01-01 00:00:00.000', '2020-01-01 00:00:00.000'];
  await make('paid-1', { paidAccessUntil: future, createdAt: '2026-01-01 00:00:00.000' });
  await make('paid-2', { paidAccessUntil: '2098-01-01 00:00:00.000', createdAt: '2026-01-02 00:00:00.000' });
  await make('paid-3', { paidAccessUntil: future, blocked: true, createdAt: '2026-01-03 00:00:00.000' });
  await make('past', { paidAccessUntil: past });
  await make('none', { blocked: true });
  const named = (...names: string[]) => names.map((name) => `${name}@example.com`);

  expect(await find(client, directory.id, { access: 'ACTIVE' })).toEqual(named('paid-3', 'paid-2', 'paid-1'));
  expect(await find(client, directory.id, { access: 'EXPIRED' })).toEqual(named('past'));
  expect(await find(client, directory.id, { access: 'NONE' })).toEqual(named('none'));
  expect(await find(client, directory.id, { access: 'ACTIVE', blocked: false })).toEqual(named('paid-2', 'paid-1'));
  expect(await find(client, directory.id, { keyword: 'PA', blocked: true })).toEqual(named('paid-3'));
  expect(await find(client, directory.id, { keyword: 'pa', access: 'EXPIRED' })).toEqual(named('past'));
  expect(await find(client, directory.id, { keyword: 'paid' }, 'last: 2')).toEqual(named('paid-2', 'paid-1'));
  expect(await find(client, directory.id, { access: 'ACTIVE' }, 'first: 1, page: 2')).toEqual(named('paid-2'));

  const cursorOf = async (filter: object) => {
    const { data } = await client.graphql(
      `query ($directory: ID!, $filter: DirectoryUserFilter) {
         directoryUsers(directory: $directory, filter: $filter, first: 1) { pageInfo { endCursor } } }`,
      { directory: directory.id, filter },
    );
    return data.directoryUsers.pageInfo.endCursor;
  };
  const after = await cursorOf({ keyword: 'paid' });
  expect(await find(client, directory.id, { keyword: 'paid' }, `after: "${after}"`)).toEqual(named('paid-2', 'paid-1'));
});

test.each([{ keyword: 'x'.repeat(256) }, { access: 'PAID' }])('refuses %j', async (filter) => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);

  const { errors } = await client.graphql(
    'query ($id: ID!, $filter: DirectoryUserFilter) { directoryUsers(directory: $id, filter: $filter) { edges { cursor } } }',
    { id, filter },
  );

  expect(errors).toHaveLength(1);
});

test('a changed member is found by the new values only, and a deleted one no longer', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeDirectoryUser(app.database, client.owner, { directory, email: 'a@x.com', firstName: 'Ada' });
  const key = { directory: directory.id, user: id };

  const { codes } = await mutate(client, 'updateDirectoryUser', { ...key, firstName: 'Grace', email: 'g@x.com' }, 'id');

  expect(codes).toEqual([]);
  expect(await find(client, directory.id, { keyword: 'Ada' })).toEqual([]);
  expect(await find(client, directory.id, { keyword: 'grace' })).toEqual(['g@x.com']);
  await mutate(client, 'deleteDirectoryUser', key, 'id');
  expect(await find(client, directory.id, { keyword: 'grace' })).toEqual([]);
  expect(await app.database.rows('SELECT 1 FROM directory_search_keys WHERE user_id = ?', [id])).toEqual([]);
});

test('directories are found by a part of the name or title, ignoring case', async () => {
  const client = await app.client();
  await makeDirectory(app.database, client.owner, { name: 'Altstadt', title: 'Über den Fluß' });
  await makeDirectory(app.database, client.owner, { name: '100 % Öko' });
  const found = async (text: string) => {
    const { data } = await client.graphql(
      'query ($text: String) { directories(filter: { text: $text }) { edges { node { name } } } }',
      { text },
    );
    return data.directories.edges.map(({ node }: { node: { name: string } }) => node.name);
  };

  expect(await found('STADT')).toEqual(['Altstadt']);
  expect(await found('üBER')).toEqual(['Altstadt']);
  expect(await found('öko')).toEqual(['100 % Öko']);
  expect(await found('%')).toEqual(['100 % Öko']);
  expect(await found('nowhere')).toEqual([]);
  expect(await found(' ')).toHaveLength(2);
});
