import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';

const app = useApp();

test('directories are listed newest first', async () => {
  const client = await app.client();
  const older = await makeDirectory(app.database, client.owner);
  const newer = await makeDirectory(app.database, client.owner, { name: 'New Town' });
  const { body } = await client.rest('/v4/directory', {}, {}, 'GET');
  expect(body.map(({ id }: { id: string }) => id).toSorted()).toEqual([older.id, newer.id].toSorted());
});

test('a removed campaign is gone, and the others stay', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { campaignId: bread } = await makePlacement(app.database, client.owner, directory);
  const { campaignId: cake } = await makePlacement(app.database, client.owner, directory);
  await client.rest(`/v4/directory/${directory.id}/campaigns`, { campaign: bread }, {}, 'DELETE');
  const { body } = await client.rest(`/v4/directory/${directory.id}`, {}, {}, 'GET');
  expect(body.campaigns).toEqual([{ id: cake, category: null }]);
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
