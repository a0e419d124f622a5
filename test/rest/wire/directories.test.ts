import { expect, test } from 'vitest';
import { mutate } from '../../directories/mutate.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { isoTime, ok } from './wire.ts';

const app = useApp();

const get = (client: Client, path: string) => client.rest(path, {}, {}, 'GET');

test('GET /v4/directory and /v4/directory/{id}', async () => {
  const client = await app.client();
  const bare = await makeDirectory(app.database, client.owner, { name: 'Guide' });
  const expected = {
    id: bare.id,
    code: bare.code,
    name: 'Guide',
    description: null,
    preview_image: null,
    created_at: isoTime,
    updated_at: isoTime,
    url: `${app.url}/d/${bare.code}`,
    categories: [],
    campaigns: [],
  };
  const list = await get(client, '/v4/directory');
  expect([list.status, list.body]).toEqual([200, [expected]]);
  expect(list.body[0].updated_at).toBe(list.body[0].created_at);

  const { id: category } = await makeCategory(app.database, bare, 'Bakeries');
  const { campaignId } = await makePlacement(app.database, client.owner, bare, { category });
  const changes = { description: 'Old town', imageUrl: 'https://i.example/a.png' };
  await mutate(client, 'updateDirectory', { id: bare.id, ...changes }, 'id');
  const one = await get(client, `/v4/directory/${bare.id}`);
  expect([one.status, one.body]).toEqual([
    200,
    {
      ...expected,
      description: 'Old town',
      preview_image: 'https://i.example/a.png',
      categories: [{ id: category, name: 'Bakeries' }],
      campaigns: [{ id: campaignId, category }],
    },
  ]);
  expect(one.body.updated_at > one.body.created_at).toBe(true);
});

test('POST and DELETE /v4/directory/{id}/campaigns', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id: category } = await makeCategory(app.database, directory, 'Bakeries');
  const { id: bread } = await makeCoupon(app.database, client.owner);
  const { id: cake } = await makeCoupon(app.database, client.owner);
  const path = `/v4/directory/${directory.id}/campaigns`;
  await client.rest(path, { campaign: bread });
  const added = await client.rest(path, { campaign: cake, category });
  expect([added.status, added.body]).toEqual([
    200,
    {
      id: directory.id,
      code: directory.code,
      name: 'Old Town',
      description: null,
      preview_image: null,
      created_at: isoTime,
      updated_at: isoTime,
      url: `${app.url}/d/${directory.code}`,
      categories: [{ id: category, name: 'Bakeries' }],
      campaigns: [
        { id: bread, category: null },
        { id: cake, category },
      ],
    },
  ]);
  const removed = await client.rest(path, { campaign: bread }, {}, 'DELETE');
  expect([removed.status, removed.body]).toEqual([204, null]);
});

test.for(['JSON', 'a form'])('POST /v3/directory/list and /v3/directory/info by %s', async (form) => {
  const client = await app.client();
  const fieldsOf = (fields: Record<string, string>) => (form === 'JSON' ? fields : new URLSearchParams(fields));
  const directory = await makeDirectory(app.database, client.owner, { name: 'Guide' });
  const { id: category } = await makeCategory(app.database, directory, 'Bakeries');
  const { campaignId: inside } = await makePlacement(app.database, client.owner, directory, { category });
  const { campaignId: outside } = await makePlacement(app.database, client.owner, directory);
  const expected = {
    ID: directory.id,
    code: directory.code,
    name: 'Guide',
    url: `${app.url}/d/${directory.code}`,
    categories: [{ ID: category, name: 'Bakeries' }],
    campaigns: [
      { ID: inside, category },
      { ID: outside, category: '' },
    ],
  };
  const list = await client.rest('/v3/directory/list', fieldsOf({}));
  expect([list.status, list.body]).toEqual([200, { ...ok, directory_info: [expected] }]);
  const info = await client.rest('/v3/directory/info', fieldsOf({ directory: directory.id }));
  expect([info.status, info.body]).toEqual([200, { ...ok, directory_info: expected }]);
});
