import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

test('a campaign moves after another one, to the top, and to another category', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const foreign = await makeCategory(app.database, await makeDirectory(app.database, client.owner));
  const [a = '', b = '', c = ''] = [
    (await makePlacement(app.database, client.owner, directory)).campaignId,
    (await makePlacement(app.database, client.owner, directory, { category: category.id })).campaignId,
    (await makePlacement(app.database, client.owner, directory)).campaignId,
  ];
  const fields = 'campaigns { campaignId category { id } }';
  const move = async (campaign: string, more: object = {}) => {
    const input = { directory: directory.id, campaign, ...more };
    const { data, codes } = await mutate(client, 'moveDirectoryCampaign', input, fields);
    if (codes.length > 0) return codes;
    return data.campaigns.map((one: { campaignId: string; category: object | null }) =>
      one.category ? `${one.campaignId} in category` : one.campaignId,
    );
  };

  expect(await move(c, { after: a })).toEqual([a, c, `${b} in category`]);
  expect(await move(b, { after: a })).toEqual([a, `${b} in category`, c]);
  expect(await move(c, { category: category.id })).toEqual([`${c} in category`, a, `${b} in category`]);
  expect(await move(b, { after: null, category: null })).toEqual([b, `${c} in category`, a]);
  expect(await move(a, { after: a })).toEqual(['DIRECTORY_CAMPAIGN_NOT_FOUND']);
  expect(await move(a, { after: 'cam_000000000000' })).toEqual(['DIRECTORY_CAMPAIGN_NOT_FOUND']);
  expect(await move('cam_000000000000')).toEqual(['DIRECTORY_CAMPAIGN_NOT_FOUND']);
  expect(await move(a, { after: null, category: foreign.id })).toEqual(['CATEGORY_NOT_FOUND']);
  expect(await move(a, { after: c })).toEqual([b, `${c} in category`, a]);
  expect(await eventTypesOf(app.database, { campaignId: directory.id })).toEqual([
    ...['directory_updated', 'directory_updated', 'directory_campaign_updated', 'directory_updated'],
    ...['directory_campaign_updated', 'directory_updated', 'directory_updated'],
  ]);
});
