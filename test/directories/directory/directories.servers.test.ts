import { expect, test } from 'vitest';
import type { Job } from '../../../src/kernel/jobs/job.ts';
import { handlers } from '../../../src/main/registries/job-handlers.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCategory, makeDirectory, makeDirectoryUser, makePlacement } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

test('a new directory has a public address and the time zone of its account', async () => {
  const client = await app.client({ timezone: 'Europe/Vienna' });

  const { data } = await mutate(
    client,
    'createDirectory',
    { name: 'Old Town', title: 'Welcome', description: 'All our shops' },
    'id code name title description timezone url categories { id } campaigns { id }',
  );

  expect(data).toEqual({
    id: expect.stringMatching(/^dir_[0-9a-z]{12}$/),
    code: expect.stringMatching(/^[0-9a-z]{8}$/),
    name: 'Old Town',
    title: 'Welcome',
    description: 'All our shops',
    timezone: 'Europe/Vienna',
    url: `${app.url}/d/${data.code}`,
    categories: [],
    campaigns: [],
  });
  const [event] = await eventsOf(app.database, { campaignId: data.id });
  expect(event).toMatchObject({ kind: 'DIRECTORY_PAGE', type: 'directory_created', data: { id: data.id } });
});

test('an update changes the given fields and clears null ones', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner, { title: 'Old', description: 'Stays' });

  const { data } = await mutate(client, 'updateDirectory', { id, title: null, name: 'New' }, 'name title description');

  expect(data).toEqual({ name: 'New', title: null, description: 'Stays' });
  expect(await eventTypesOf(app.database, { campaignId: id })).toEqual(['directory_updated']);
});

test('a directory has a preview image and the time of its last change', async () => {
  const client = await app.client();
  const selection = 'id imageUrl createdAt updatedAt';
  const imageUrl = 'https://i.example/a.png';

  const created = await mutate(client, 'createDirectory', { name: 'Old Town', imageUrl }, selection);
  const { id, createdAt } = created.data;
  const changed = await mutate(client, 'updateDirectory', { id, imageUrl: null }, selection);
  const refused = await mutate(client, 'updateDirectory', { id, imageUrl: 'http://i.example/a.png' }, 'id');

  expect(created.data).toEqual({ id, imageUrl, createdAt, updatedAt: createdAt });
  expect(changed.data).toMatchObject({ imageUrl: null, createdAt });
  expect(changed.data.updatedAt > createdAt).toBe(true);
  expect(refused.codes).toEqual(['INVALID_INPUT']);
});

test('directories are listed newest first, and a filter finds them by code', async () => {
  const client = await app.client();
  const one = await makeDirectory(app.database, client.owner);
  const other = await makeDirectory(app.database, client.owner);
  await makeDirectory(app.database, (await app.client()).owner);
  const list = async (filter: object) => {
    const query = 'query ($filter: DirectoryFilter) { directories(filter: $filter) { nodes { id } } }';
    return (await client.graphql(query, { filter })).data.directories.nodes.map(({ id }: { id: string }) => id);
  };

  expect((await list({})).toSorted()).toEqual([one.id, other.id].toSorted());
  expect(await list({ code: one.code })).toEqual([one.id]);
  expect(await list({ code: 'nothing' })).toEqual([]);
});

test('a deleted directory disappears at once, with its members, and its campaigns remain', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const { campaignId } = await makePlacement(app.database, client.owner, directory, { category: category.id });
  const user = await makeDirectoryUser(app.database, client.owner, { directory });

  const deleted = await mutate(client, 'deleteDirectory', { id: directory.id }, 'id');

  expect(deleted.data).toEqual({ id: directory.id });
  const answers = await Promise.all([
    mutate(client, 'deleteDirectory', { id: directory.id }, 'id'),
    mutate(client, 'deleteDirectoryUser', { directory: directory.id, user: user.id }, 'id'),
    mutate(client, 'updateCategory', { id: category.id, name: 'Drinks' }, 'id'),
    client.graphql(`{ directory(id: "${directory.id}") { id } }`),
    client.graphql(`{ coupon(id: "${campaignId}") { categories { id } } }`),
    client.graphql(`{ coupons(filter: { category: "${category.id}" }) { nodes { id } } }`),
  ]);
  expect(answers.map(({ codes }) => codes)).toEqual([
    ['DIRECTORY_NOT_FOUND'],
    ['DIRECTORY_NOT_FOUND'],
    ['CATEGORY_NOT_FOUND'],
    ['DIRECTORY_NOT_FOUND'],
    [],
    [],
  ]);
  expect(answers.at(-2)?.data).toEqual({ coupon: { categories: [] } });
  expect(answers.at(-1)?.data).toEqual({ coupons: { nodes: [] } });
});

test('the job of a deletion removes everything that belongs to the directory, and nothing else', async () => {
  const { owner } = await app.client();
  const [directory, other] = [await makeDirectory(app.database, owner), await makeDirectory(app.database, owner)];
  for (const each of [directory, other]) {
    const { id: category } = await makeCategory(app.database, each);
    await makePlacement(app.database, owner, each, { category });
    await makeDirectoryUser(app.database, owner, { directory: each });
  }
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE directories SET deleted_at = created_at WHERE id = ?', [directory.id]),
  );

  const job = { input: JSON.stringify({ directory: directory.id }) } as Job;
  while (!(await handlers.purgeDirectory?.(app.database, job)));

  const tables = ['directory_users', 'placements', 'categories'];
  const left = await Promise.all(
    [directory, other].map(({ id }) =>
      Promise.all(tables.map((table) => app.database.rows(`SELECT 1 FROM ${table} WHERE directory_id = ?`, [id]))),
    ),
  );
  expect(left.map((rows) => rows.map(({ length }) => length))).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  expect(await app.database.rows('SELECT id FROM directories WHERE account_id = ?', [owner.account.id])).toEqual([
    { id: other.id },
  ]);
});
