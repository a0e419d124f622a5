import { expect, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { makeCoupon } from '../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../support/make-directories.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, tally } from './calls.ts';

const cluster = useTwoServers();

test('of 200 simultaneous registrations of one address, exactly one succeeds', async () => {
  const clients = await cluster.clients();
  const { id } = await makeDirectory(cluster.database, clients[0].owner);

  const outcomes = await atOnce(200, clients, async (client, _, index) => {
    const email = index % 2 === 0 ? 'ada@example.com' : 'ADA@example.com';
    const { codes } = await mutate(client, 'createDirectoryUser', { directory: id, email }, 'user { id }');
    return codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 1, DIRECTORY_EMAIL_TAKEN: 199 });
  const kept = await cluster.database.rows('SELECT id FROM directory_users WHERE directory_id = ?', [id]);
  expect(kept).toHaveLength(1);
});

test('of simultaneous calls to place one campaign, exactly one succeeds, and different campaigns get different positions', async () => {
  const clients = await cluster.clients();
  const { id } = await makeDirectory(cluster.database, clients[0].owner);
  const coupons = await Promise.all(Array.from({ length: 5 }, () => makeCoupon(cluster.database, clients[0].owner)));

  const outcomes = await atOnce(50, clients, async (client, _, index) => {
    const input = { directory: id, campaign: coupons[index % 5]?.id };
    return (await mutate(client, 'addDirectoryCampaign', input, 'id')).codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 5, DIRECTORY_CAMPAIGN_EXISTS: 45 });
  const kept = await cluster.database.rows<{ position: number }>(
    'SELECT position FROM placements WHERE directory_id = ? ORDER BY position',
    [id],
  );
  expect(kept.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
});

test('of simultaneous changes to one address, and registrations of it, exactly one succeeds', async () => {
  const clients = await cluster.clients();
  const { owner } = clients[0];
  const directory = await makeDirectory(cluster.database, owner);
  const members = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      makeDirectoryUser(cluster.database, owner, { directory, email: `member-${index}@example.com` }),
    ),
  );

  const outcomes = await atOnce(20, clients, async (client, _, index) => {
    const input = { directory: directory.id, email: 'ada@example.com' };
    const member = members[index];
    const { codes } = member
      ? await mutate(client, 'updateDirectoryUser', { ...input, user: member.id }, 'id')
      : await mutate(client, 'createDirectoryUser', input, 'user { id }');
    return codes.join() || 'success';
  });

  expect(tally(outcomes)).toEqual({ success: 1, DIRECTORY_EMAIL_TAKEN: 19 });
});
