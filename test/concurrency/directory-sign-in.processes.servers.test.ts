import { expect, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { Visitor } from '../pages/visitor.ts';
import { eventTypesOf } from '../support/events.ts';
import { makeDirectory, makeDirectoryUser, makePlacement, usualPassword } from '../support/make-directories.ts';
import { useTwoServers } from '../support/processes.ts';
import { tally } from './calls.ts';

const cluster = useTwoServers();

test('a sign-in link that is opened 50 times at once signs in exactly one visitor', async () => {
  const { clients, directory, user } = await guide();
  const name = { directory: directory.id, user: user.id };
  const { token } = (await mutate(clients[0], 'createSingleSignOn', name, 'token')).data;

  const visitors = Array.from({ length: 50 }, (_, index) => patient(clients[index % 2 === 0 ? 0 : 1].url));
  const pages = await Promise.all(visitors.map((visitor) => visitor.get(`/d/${directory.code}/sso?token=${token}`)));

  expect(tally(pages.map(({ status }) => String(status)))).toEqual({ 303: 1, 410: 49 });
  const signedIn = await Promise.all(visitors.map((visitor) => visitor.get(`/d/${directory.code}`)));
  expect(signedIn.filter(({ text }) => text.includes('Signed in as'))).toHaveLength(1);
  const types = await eventTypesOf(cluster.database, { campaignId: directory.id });
  expect(types.filter((type) => type === 'directory_user_signed_in')).toHaveLength(1);
});

test('of 40 simultaneous sign-in attempts for one user, two processes together check only 10', async () => {
  const { clients, directory, user } = await guide();
  const visitors = Array.from({ length: 40 }, (_, index) => patient(clients[index % 2 === 0 ? 0 : 1].url));

  const pages = await Promise.all(
    visitors.map((visitor) => visitor.signIn(directory.code, user.email, 'a wrong password')),
  );

  expect(tally(pages.map(({ status }) => String(status)))).toEqual({ 403: 10, 429: 30 });
});

test('a user who opens a campaign 20 times at once gets one session', async () => {
  const { clients, directory, user } = await guide();
  const { campaignId } = await makePlacement(cluster.database, clients[0].owner, directory);
  const visitor = patient(clients[0].url);
  await visitor.signIn(directory.code, user.email, usualPassword);
  await visitor.get(`/d/${directory.code}`);

  const pages = await Promise.all(
    Array.from({ length: 20 }, () => visitor.post(`/d/${directory.code}/open`, { campaign: campaignId })),
  );

  expect(tally(pages.map(({ status }) => String(status)))).toEqual({ 303: 20 });
  expect(new Set(pages.map(({ location }) => location)).size).toBe(1);
  const sessions = await cluster.database.rows('SELECT session FROM coupon_sessions WHERE coupon_id = ?', [campaignId]);
  expect(sessions).toHaveLength(1);
});

/** A slow machine has no time for all visitors at once. */
const patient = (url: string) => new Visitor(url, { isPatient: true });

async function guide() {
  const clients = await cluster.clients();
  const directory = await makeDirectory(cluster.database, clients[0].owner);
  const user = await makeDirectoryUser(cluster.database, clients[0].owner, { directory, firstName: 'Ada' });
  return { clients, directory, user };
}
