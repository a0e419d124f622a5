import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCoupon } from '../../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../../support/make-directories.ts';
import { makeCard } from '../../../support/make-loyalty.ts';

const app = useApp();

test('directories are listed as a bare array, newest first, and each can be read alone', async () => {
  const client = await app.client();
  const older = await makeDirectory(app.database, client.owner);
  const { id: category } = await makeCategory(app.database, older, 'Bakeries');
  const inside = await makePlacement(app.database, client.owner, older, { category });
  const outside = await makePlacement(app.database, client.owner, older);
  const newer = await makeDirectory(app.database, client.owner, { name: 'New Town' });

  const { status, body } = await client.rest('/v4/directory', {}, {}, 'GET');

  const expected = {
    id: older.id,
    code: older.code,
    name: 'Old Town',
    url: `${app.url}/d/${older.code}`,
    categories: [{ id: category, name: 'Bakeries' }],
    campaigns: [
      { id: inside.campaignId, category },
      { id: outside.campaignId, category: null },
    ],
  };
  expect(status).toBe(200);
  expect(body.map(({ id }: { id: string }) => id).toSorted()).toEqual([older.id, newer.id].toSorted());
  expect(body).toContainEqual(expected);
  const got = await client.rest(`/v4/directory/${older.id}`, {}, {}, 'GET');
  expect([got.status, got.body]).toEqual([200, expected]);
});

test('a campaign can be added, optionally to a category, and removed by a request with a body', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id: category } = await makeCategory(app.database, directory);
  const { id: bread } = await makeCoupon(app.database, client.owner);
  const { id: cake } = await makeCoupon(app.database, client.owner);
  const path = `/v4/directory/${directory.id}/campaigns`;

  const first = await client.rest(path, { campaign: bread });
  const second = await client.rest(path, { campaign: cake, category });
  expect([first.status, first.body.campaigns]).toEqual([200, [{ id: bread, category: null }]]);
  expect(second.body.campaigns).toEqual([
    { id: bread, category: null },
    { id: cake, category },
  ]);

  const removed = await client.rest(path, { campaign: bread }, {}, 'DELETE');
  expect([removed.status, removed.body]).toEqual([204, null]);
  const { body } = await client.rest(`/v4/directory/${directory.id}`, {}, {}, 'GET');
  expect(body.campaigns).toEqual([{ id: cake, category }]);
});

test('an empty category means no category', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const { status, body } = await client.rest(`/v4/directory/${id}/campaigns`, { campaign, category: '' });
  expect([status, body.campaigns]).toEqual([200, [{ id: campaign, category: null }]]);
});

test('a loyalty card is a campaign of the directory too, until it is deleted', async () => {
  const client = await app.client();
  const { id } = await makeDirectory(app.database, client.owner);
  const card = await makeCard(app.database, client.owner, { name: 'Bread club' });
  const path = `/v4/directory/${id}/campaigns`;
  const { status, body } = await client.rest(path, { campaign: card.id });
  expect([status, body.campaigns]).toEqual([200, [{ id: card.id, category: null }]]);
  expect((await client.rest(path, { campaign: card.id })).codes).toEqual([366]);
  const query = 'query ($id: ID!) { directory(id: $id) { campaigns { name coupon { id } loyaltyCard { id } } } }';
  const { data } = await client.graphql(query, { id });
  expect(data.directory.campaigns).toEqual([{ name: 'Bread club', coupon: null, loyaltyCard: { id: card.id } }]);

  await client.graphql('mutation ($id: ID!) { deleteLoyaltyCard(input: { id: $id }) { id } }', { id: card.id });
  expect((await client.rest(`/v4/directory/${id}`, {}, {}, 'GET')).body.campaigns).toEqual([]);
  expect((await client.rest(path, { campaign: card.id }, {}, 'DELETE')).codes).toEqual([520]);
});
