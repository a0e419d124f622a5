import { expect, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { Visitor } from '../pages/visitor.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { sequence } from '../support/events.ts';
import {
  makeCategory,
  makeDirectory,
  makeDirectoryUser,
  makePlacement,
  usualPassword,
} from '../support/make-directories.ts';

const app = useApp();

const isoTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);

test('events of a directory carry its representation', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const { campaignId } = await makePlacement(app.database, client.owner, directory, { category: category.id });

  await mutate(client, 'updateDirectory', { id: directory.id, name: 'New Town' }, 'id');

  expect(await eventDataOf(client, directory.id, 'directory_updated')).toEqual([
    {
      id: directory.id,
      code: directory.code,
      name: 'New Town',
      description: null,
      preview_image: null,
      created_at: isoTime,
      updated_at: isoTime,
      url: `${app.url}/d/${directory.code}`,
      categories: [{ id: category.id, name: 'Food' }],
      campaigns: [{ id: campaignId, category: category.id }],
    },
  ]);
});

test('events of categories and placements carry the changed object', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeCategory(app.database, directory);
  const { campaignId } = await makePlacement(app.database, client.owner, directory, { category: id, paid: true });

  await mutate(client, 'updateCategory', { id, name: 'Drinks' }, 'id');
  await mutate(client, 'removeDirectoryCampaign', { directory: directory.id, campaign: campaignId }, 'id');

  expect(await eventDataOf(client, directory.id, 'directory_category_updated')).toEqual([
    { id, directory: directory.id, name: 'Drinks', position: 1 },
  ]);
  expect(await eventDataOf(client, directory.id, 'directory_campaign_removed')).toEqual([
    { directory: directory.id, campaign: campaignId, category: id, paid: true },
  ]);
});

test('events of members carry the member and what the member did', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const person = { directory, email: 'Ada@example.com', firstName: 'Ada', birthDate: '1815-12-10', custom2: 'two' };
  const user = await makeDirectoryUser(app.database, client.owner, person);
  const { campaignId } = await makePlacement(app.database, client.owner, directory);
  const name = { directory: directory.id, user: user.id };
  await mutate(client, 'grantPaidAccess', { ...name, expiresAt: '2040-01-31T12:00:00.000Z' }, 'id');
  const visitor = new Visitor(app.url);
  await visitor.signIn(directory.code, user.email, usualPassword);
  await visitor.get(`/d/${directory.code}`);
  const { location } = await visitor.post(`/d/${directory.code}/open`, { campaign: campaignId });
  await mutate(client, 'setDirectoryUserPassword', { ...name, password: 'another password' }, 'id');

  const subscription = { expires_at: '2040-01-31T12:00:00.000000Z' };
  const member = {
    id: user.id,
    data: {
      email: 'Ada@example.com',
      first_name: 'Ada',
      last_name: null,
      phone: null,
      birth_date: '1815-12-10',
      address: null,
      zip: null,
      city: null,
      country: null,
      custom_1: null,
      custom_2: 'two',
      custom_3: null,
    },
    subscription,
    provider: null,
    blocked: false,
    linked_at: isoTime,
    created_at: isoTime,
    updated_at: isoTime,
  };
  const of = (type: string) => eventDataOf(client, directory.id, type);
  expect(await of('directory_registration')).toEqual([{ ...member, subscription: null }]);
  expect(await of('directory_access_granted')).toEqual([member]);
  expect(await of('directory_user_signed_in')).toEqual([{ ...member, method: 'password' }]);
  const session = location?.split('/').at(-1);
  expect(await of('directory_campaign_opened')).toEqual([{ ...member, campaign: campaignId, session }]);
  expect(await of('directory_user_password_changed')).toEqual([member]);
});

test('no event contains a password, a hash or a token', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const user = await makeDirectoryUser(app.database, client.owner, { directory });
  const name = { directory: directory.id, user: user.id };
  const { token } = (await mutate(client, 'createSingleSignOn', name, 'token')).data;
  await new Visitor(app.url).get(`/d/${directory.code}/sso?token=${token}`);
  await mutate(client, 'setDirectoryUserPassword', { ...name, password: 'another password' }, 'id');
  await mutate(client, 'deleteDirectoryUser', name, 'id');

  const stored = await app.database.rows<{ data: string }>('SELECT data FROM events WHERE campaign_id = ?', [
    directory.id,
  ]);

  expect(stored).toHaveLength(4);
  for (const { data } of stored) {
    expect(data).not.toMatch(/argon2|password|hash|token/i);
    expect(data).not.toContain(token);
  }
});

/** The data of events of a type, as webhooks carry it. */
async function eventDataOf(client: Client, campaign: string, type: string): Promise<object[]> {
  await sequence(app.database, client.owner.account);
  const { data } = await client.graphql(
    `{ events(campaign: "${campaign}", types: ["${type}"]) { nodes { kind data } } }`,
  );
  return data.events.nodes.map(({ kind, data }: { kind: string; data: object }) => {
    expect(kind).toBe('DIRECTORY_PAGE');
    return data;
  });
}
