import { expect, test } from 'vitest';
import { expirePaidAccessJob } from '../../../src/directories/user/paid-access.ts';
import type { Job } from '../../../src/kernel/jobs/job.ts';
import type { Instant } from '../../../src/kernel/values/instant.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

test('access can be granted until an instant, replaced and revoked', async () => {
  const { client, name } = await member();
  const until = (data: { paidAccessUntil: string | null }) => data.paidAccessUntil;

  const granted = await grant(client, name, '2040-01-31T12:00:00.000Z');
  const replaced = await grant(client, name, '2030-01-31T12:00:00.000Z');
  const revoked = await mutate(client, 'revokePaidAccess', name, 'paidAccessUntil');
  const again = await mutate(client, 'revokePaidAccess', name, 'paidAccessUntil');

  expect([granted, replaced, revoked, again].map(({ data }) => until(data))).toEqual([
    '2040-01-31T12:00:00.000Z',
    '2030-01-31T12:00:00.000Z',
    null,
    null,
  ]);
  expect(await eventTypesOf(app.database, { campaignId: name.directory })).toEqual([
    'directory_registration',
    'directory_access_granted',
    'directory_access_granted',
    'directory_access_revoked',
  ]);
});

test('access can be granted without an end', async () => {
  const { client, name } = await member();

  const { data } = await mutate(client, 'grantPaidAccess', name, 'hasPaidAccess paidAccessUntil');

  expect(data).toEqual({ hasPaidAccess: true, paidAccessUntil: null });
  expect(await app.database.rows('SELECT id FROM jobs WHERE input LIKE ?', [`%${name.user}%`])).toEqual([]);
});

test('grantPaidAccess refuses an instant in the past', async () => {
  const { client, name } = await member();

  const { codes, messages } = await grant(client, name, '2020-01-31T12:00:00.000Z');

  expect(codes).toEqual(['INVALID_INPUT']);
  expect(messages).toEqual(['expiresAt: must be in the future']);
});

test('the end of an access is recorded once, even if the job runs several times', async () => {
  const { client, name } = await member();
  await grant(client, name, '2030-01-31T12:00:00.000Z');
  const job = await jobFor(name.user, '2030-01-31 12:00:00.000');

  await Promise.all([expirePaidAccessJob.step(app.database, job), expirePaidAccessJob.step(app.database, job)]);
  await expirePaidAccessJob.step(app.database, job);

  expect((await eventTypesOf(app.database, { campaignId: name.directory })).slice(2)).toEqual([
    'directory_access_expired',
  ]);
});

test('the end of a replaced or revoked access is not recorded', async () => {
  const { client, name } = await member();
  await grant(client, name, '2030-01-31T12:00:00.000Z');
  await grant(client, name, '2031-01-31T12:00:00.000Z');
  await expirePaidAccessJob.step(app.database, await jobFor(name.user, '2030-01-31 12:00:00.000'));
  await mutate(client, 'revokePaidAccess', name, 'id');
  await expirePaidAccessJob.step(app.database, await jobFor(name.user, '2031-01-31 12:00:00.000'));

  const notified = await eventTypesOf(app.database, { campaignId: name.directory });

  expect(notified).not.toContain('directory_access_expired');
});

test('the job waits until the access ends', async () => {
  const { client, name } = await member();

  await grant(client, name, '2030-01-31T12:00:00.000Z');

  expect(await jobFor(name.user, '2030-01-31 12:00:00.000')).toMatchObject({ status: 'QUEUED' });
});

test('a repeated grant queues no second job', async () => {
  const { client, name } = await member();

  for (let time = 0; time < 3; time += 1) await grant(client, name, '2030-01-31T12:00:00.000Z');

  expect(await app.database.rows('SELECT id FROM jobs WHERE input LIKE ?', [`%${name.user}%`])).toHaveLength(1);
});

async function member(): Promise<{ client: Client; name: { directory: string; user: string } }> {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const user = await makeDirectoryUser(app.database, client.owner, { directory });
  return { client, name: { directory: directory.id, user: user.id } };
}

function grant(client: Client, name: object, expiresAt: string) {
  return mutate(client, 'grantPaidAccess', { ...name, expiresAt }, 'paidAccessUntil');
}

/** Returns the job for the end of an access. */
async function jobFor(user: string, until: Instant): Promise<Job> {
  const input = JSON.stringify({ user, until });
  const [job] = await app.database.rows<Job>(
    `SELECT status, input FROM jobs WHERE kind = 'expirePaidAccess' AND input = ? AND due_at = ?`,
    [input, until],
  );
  if (!job) throw new Error(`No job exists for ${input}`);
  return job;
}
