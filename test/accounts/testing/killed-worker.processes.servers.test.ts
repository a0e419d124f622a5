import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toDate } from '../../../src/kernel/values/instant.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { arrival, beginAdvance, clockOf, makeTestAccount } from '../../support/make-test-account.ts';
import { Program, secretOfServers } from '../../support/processes.ts';

const app = useAppWithDatabaseOfItsOwn();

const day = 86_400_000;
const members = 40;

const startWorker = () => new Program('worker.ts', [], { DATABASE_URL: app.databaseUrl, APP_SECRET: secretOfServers });

test('an advance goes on after its worker was killed, and everything due happens once, at its time', async () => {
  const client = await makeTestAccount(app.database, await app.client());
  const from = Date.parse((await clockOf(client)).time);
  const directory = await makeDirectory(app.database, client.owner);
  const until = (index: number) => new Date(from + (index + 1) * day).toISOString();
  for (let index = 0; index < members; index += 1) {
    const { id } = await makeDirectoryUser(app.database, client.owner, { directory });
    const input = { directory: directory.id, user: id, expiresAt: until(index) };
    const grant = 'mutation ($input: GrantPaidAccessInput!) { grantPaidAccess(input: $input) { id } }';
    expect((await client.graphql(grant, { input })).codes).toEqual([]);
  }
  const expired = async () => {
    const events = await eventsOf(app.database, { accountId: client.owner.account.id });
    return events.filter(({ type }) => type === 'directory_access_expired');
  };
  expect(await beginAdvance(client, new Date(from + 100 * day))).toEqual([]);

  for (let kill = 1; kill <= 3; kill += 1) {
    const worker = startWorker();
    await expect.poll(async () => (await expired()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(kill * 5);
    await sleep(Math.random() * 50);
    await worker.stop('SIGKILL');
    expect(await clockOf(client)).toMatchObject({ status: 'ADVANCING' });
  }
  startWorker();
  await arrival(client);

  const happened = (await expired())
    .map(({ createdAt }) => toDate(createdAt).getTime())
    .sort((one, other) => one - other);
  expect(happened).toHaveLength(members);
  const delays = happened.map((at, index) => at - Date.parse(until(index)));
  expect(delays).toSatisfy((all: number[]) => all.every((delay) => delay >= 0 && delay < day / 2));
}, 240_000);
