import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

test('a new category comes last', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);

  for (const name of ['Food', 'Culture', 'Sport'])
    await mutate(client, 'createCategory', { directory: id, name }, 'id');

  expect(await namesOf(client, id)).toEqual(['Food', 'Culture', 'Sport']);
});

test('a category can be renamed', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeCategory(app.database, directory);

  const { data } = await mutate(client, 'updateCategory', { id, name: 'Drinks' }, 'id name directoryId');

  expect(data).toEqual({ id, name: 'Drinks', directoryId: directory.id });
  const [event] = await eventsOf(app.database, { campaignId: directory.id });
  expect(event).toMatchObject({ type: 'directory_category_updated', data: { id, name: 'Drinks' } });
});

test('ordering puts the given categories first and keeps the order of the others', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const [, , sport, art] = [
    await makeCategory(app.database, directory, 'Food'),
    await makeCategory(app.database, directory, 'Culture'),
    await makeCategory(app.database, directory, 'Sport'),
    await makeCategory(app.database, directory, 'Art'),
  ];

  const order = { directory: directory.id, categories: [art?.id, sport?.id] };
  const { data } = await mutate(client, 'reorderCategories', order, 'categories { name }');

  expect(data.categories.map(({ name }: { name: string }) => name)).toEqual(['Art', 'Sport', 'Food', 'Culture']);
  expect(await eventTypesOf(app.database, { campaignId: directory.id })).toEqual(['directory_updated']);
});

test('ordering accepts only categories of the directory', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const foreign = await makeCategory(app.database, await makeDirectory(app.database, client.owner));

  const order = { directory: directory.id, categories: [foreign.id] };

  expect((await mutate(client, 'reorderCategories', order, 'id')).codes).toEqual(['CATEGORY_NOT_FOUND']);
});

test('the campaigns of a deleted category stay in the directory', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeCategory(app.database, directory);
  const { campaignId } = await makePlacement(app.database, client.owner, directory, { category: id });

  expect((await mutate(client, 'deleteCategory', { id }, 'id')).data).toEqual({ id });

  const { data } = await client.graphql(
    `{ directory(id: "${directory.id}") { categories { id } campaigns { id: campaignId category { id } } } }`,
  );
  expect(data.directory).toEqual({ categories: [], campaigns: [{ id: campaignId, category: null }] });
  expect((await mutate(client, 'deleteCategory', { id }, 'id')).codes).toEqual(['CATEGORY_NOT_FOUND']);
});

async function namesOf(client: Client, directory: string): Promise<string[]> {
  const { data } = await client.graphql(`{ directory(id: "${directory}") { categories { name } } }`);
  return data.directory.categories.map(({ name }: { name: string }) => name);
}

test('a category moves after another one, or to the top', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const [one, two, three] = [
    await makeCategory(app.database, directory, 'one'),
    await makeCategory(app.database, directory, 'two'),
    await makeCategory(app.database, directory, 'three'),
  ];
  const elsewhere = await makeCategory(app.database, await makeDirectory(app.database, client.owner));
  const move = async (id: string, after?: string | null) =>
    (await mutate(client, 'moveCategory', { id, after }, 'id')).codes;

  expect(await move(one.id, two.id)).toEqual([]);
  expect(await namesOf(client, directory.id)).toEqual(['two', 'one', 'three']);
  expect(await move(three.id)).toEqual([]);
  expect(await move(three.id, three.id)).toEqual(['CATEGORY_NOT_FOUND']);
  expect(await move(three.id, elsewhere.id)).toEqual(['CATEGORY_NOT_FOUND']);
  expect(await namesOf(client, directory.id)).toEqual(['three', 'two', 'one']);
});
