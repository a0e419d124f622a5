import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

const campaigns = 'id campaigns { id: campaignId name paid category { name } coupon { id } }';

test('a campaign is placed in a category, with or without paid access', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const [free, paid] = [
    await makeCoupon(app.database, client.owner, { name: 'Coffee' }),
    await makeCoupon(app.database, client.owner, { name: 'Opera' }),
  ];
  const name = { directory: directory.id };

  await mutate(client, 'addDirectoryCampaign', { ...name, campaign: free.id }, 'id');
  const added = { ...name, campaign: paid.id, category: category.id, paid: true };
  const { data } = await mutate(client, 'addDirectoryCampaign', added, campaigns);

  expect(data.campaigns).toEqual([
    { id: free.id, name: 'Coffee', paid: false, category: null, coupon: { id: free.id } },
    { id: paid.id, name: 'Opera', paid: true, category: { name: 'Food' }, coupon: { id: paid.id } },
  ]);
  const [, event] = await eventsOf(app.database, { campaignId: directory.id });
  expect(event).toMatchObject({ type: 'directory_campaign_added', data: { campaignId: paid.id } });
});

test('a directory contains a campaign once', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { campaignId } = await makePlacement(app.database, client.owner, directory);

  const again = await mutate(client, 'addDirectoryCampaign', { directory: directory.id, campaign: campaignId }, 'id');
  const elsewhere = await makeDirectory(app.database, client.owner);
  const other = await mutate(client, 'addDirectoryCampaign', { directory: elsewhere.id, campaign: campaignId }, 'id');

  expect(again.codes).toEqual(['DIRECTORY_CAMPAIGN_EXISTS']);
  expect(other.codes).toEqual([]);
});

test('a placement does not find a category of another directory', async () => {
  const client = await app.client();
  const [one, other] = [
    await makeDirectory(app.database, client.owner),
    await makeDirectory(app.database, client.owner),
  ];
  const { id: category } = await makeCategory(app.database, other);
  const coupon = await makeCoupon(app.database, client.owner);
  const { campaignId } = await makePlacement(app.database, client.owner, one);

  const added = { directory: one.id, campaign: coupon.id, category };
  const moved = { directory: one.id, campaign: campaignId, category };

  expect((await mutate(client, 'addDirectoryCampaign', added, 'id')).codes).toEqual(['CATEGORY_NOT_FOUND']);
  expect((await mutate(client, 'updateDirectoryCampaign', moved, 'id')).codes).toEqual(['CATEGORY_NOT_FOUND']);
});

test('a campaign can change its category and become paid content', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const { campaignId } = await makePlacement(app.database, client.owner, directory);
  const update = async (changes: object) => {
    const input = { directory: directory.id, campaign: campaignId, ...changes };
    const { data } = await mutate(client, 'updateDirectoryCampaign', input, 'campaigns { paid category { id } }');
    return data.campaigns[0];
  };

  expect(await update({ category: category.id })).toEqual({ paid: false, category: { id: category.id } });
  expect(await update({ paid: true })).toEqual({ paid: true, category: { id: category.id } });
  expect(await update({ category: null, paid: false })).toEqual({ paid: false, category: null });
});

test('campaigns can be ordered', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const ids = [];
  for (let index = 0; index < 3; index += 1)
    ids.push((await makePlacement(app.database, client.owner, directory)).campaignId);
  const order = (...first: (string | undefined)[]) =>
    mutate(
      client,
      'reorderDirectoryCampaigns',
      { directory: directory.id, campaigns: first },
      'campaigns { id: campaignId }',
    );

  const { data } = await order(ids[2]);
  const unknown = await order((await makeCoupon(app.database, client.owner)).id);

  expect(data.campaigns.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[0], ids[1]]);
  expect(unknown.codes).toEqual(['DIRECTORY_CAMPAIGN_NOT_FOUND']);
});

test('a removed campaign disappears from the directory and continues to exist', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { campaignId } = await makePlacement(app.database, client.owner, directory);
  const name = { directory: directory.id, campaign: campaignId };

  expect((await mutate(client, 'removeDirectoryCampaign', name, campaigns)).data.campaigns).toEqual([]);
  expect((await mutate(client, 'removeDirectoryCampaign', name, 'id')).codes).toEqual(['DIRECTORY_CAMPAIGN_NOT_FOUND']);
  expect((await client.graphql(`{ coupon(id: "${campaignId}") { id } }`)).codes).toEqual([]);
});

test('a deleted coupon disappears from the directory', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { campaignId } = await makePlacement(app.database, client.owner, directory);

  await mutate(client, 'deleteCoupon', { id: campaignId }, 'id');

  const { data } = await client.graphql(`{ directory(id: "${directory.id}") { ${campaigns} } }`);
  expect(data.directory.campaigns).toEqual([]);
});

test('a coupon lists the categories that contain it, and a filter finds coupons by category', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const { campaignId } = await makePlacement(app.database, client.owner, directory, { category: category.id });
  await makePlacement(app.database, client.owner, directory);

  const listed = await client.graphql(
    `{ coupons(filter: { category: "${category.id}" }) { nodes { id categories { id name } } } }`,
  );
  const info = await client.rest('/v3/coupon/info', { campaign: campaignId });
  const found = await client.rest('/v3/coupon/list', { category: category.id });

  expect(listed.data.coupons.nodes).toEqual([{ id: campaignId, categories: [{ id: category.id, name: 'Food' }] }]);
  expect(info.body.coupon_info.categories).toEqual([category.id]);
  expect(found.body.coupon_info.map(({ ID }: { ID: string }) => ID)).toEqual([campaignId]);
});

test('a loyalty card is placed like a coupon and shown on the page', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const card = await makeCard(app.database, client.owner, { name: 'Bread points' });
  const foreign = await makeCard(app.database, (await app.client()).owner);
  const add = (campaign: string) =>
    mutate(
      client,
      'addDirectoryCampaign',
      { directory: directory.id, campaign },
      'campaigns { id: campaignId name coupon { id } loyaltyCard { id } }',
    );

  const added = await add(card.id);
  const page = await (await fetch(`${app.url}/d/${directory.code}`)).text();
  const before = [await add(card.id), await add(foreign.id), await add('loy_000000000000')];
  await mutate(client, 'deleteLoyaltyCard', { id: card.id }, 'id');
  const { data } = await client.graphql(`{ directory(id: "${directory.id}") { campaigns { id } } }`);

  expect(added.data.campaigns).toEqual([
    { id: card.id, name: 'Bread points', coupon: null, loyaltyCard: { id: card.id } },
  ]);
  expect(page).toContain('Bread points');
  expect(before.map(({ codes }) => codes)).toEqual([
    ['DIRECTORY_CAMPAIGN_EXISTS'],
    ['LOYALTY_CARD_NOT_FOUND'],
    ['LOYALTY_CARD_NOT_FOUND'],
  ]);
  expect(data.directory.campaigns).toEqual([]);
});
