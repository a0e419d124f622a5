import { expect, test } from 'vitest';
import { couponPath, directoryPath, loyaltyCardPath, sessionPath } from '../../../src/vocabulary/links.ts';
import { Client } from '../../support/client.ts';
import { makeAccount, makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeLanding } from '../../support/make-landing.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { makePairedTill } from '../../support/make-tills.ts';
import { useTwoServers } from '../../support/processes.ts';

const cluster = useTwoServers();

const close = 'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { id closedAt } }';
const reopen = 'mutation ($input: ReopenAccountInput!) { reopenAccount(input: $input) { id closedAt } }';
const whoami = '{ viewer { account { id } } }';

/** An account below another, with all that works while it is open. */
async function life() {
  const { database, urls } = cluster;
  // The first account of the installation cannot be closed.
  const parent = await makeAccount(database);
  const [here, there] = await cluster.clients({ account: parent.account });
  const owner = await makeAccount(database, { parent: parent.account });
  const below = await makeAccount(database, { parent: owner.account });
  const till = await makePairedTill(database, owner);
  const coupon = await makeCoupon(database, owner);
  const session = await makeSession(database, owner, { coupon });
  const pages = [
    sessionPath(coupon.code, session.session),
    couponPath((await makeLanding(database, owner)).code),
    directoryPath((await makeDirectory(database, owner)).code),
    loyaltyCardPath((await makeCard(database, owner)).code),
  ];
  const callers = [owner, below, till].flatMap((one) => urls.map((url) => new Client(url, one)));
  const answers = () => Promise.all(callers.map(async (one) => (await one.graphql(whoami)).codes.join() || 'OK'));
  const statuses = () =>
    Promise.all(urls.flatMap((url) => pages.map(async (page) => (await fetch(url + page)).status)));
  return { here, there, owner, below, answers, statuses };
}

const all = (outcome: string | number) => (found: (string | number)[]) => found.every((one) => one === outcome);

test('a closed account ends in all processes, with all below it, and works again when it is reopened', async () => {
  const { here, there, owner, below, answers, statuses } = await life();
  expect(await answers()).toSatisfy(all('OK'));
  expect(await statuses()).toSatisfy(all(200));

  const { account } = owner;
  const { data } = await here.graphql(close, { input: { account: account.id, name: account.name } });
  expect(data.closeAccount).toEqual({ id: account.id, closedAt: expect.any(String) });

  await expect.poll(answers).toSatisfy(all('ACCOUNT_CLOSED'));
  expect(await statuses()).toSatisfy(all(404));
  const acting = new Client(there.url, here.owner, { ...here.headers, 'X-Account': account.id });
  expect((await acting.graphql(whoami)).codes).toEqual(['ACCOUNT_CLOSED']);
  expect((await new Client(there.url, owner).rest('/v3/coupon/list')).codes).toEqual([1001]);

  // What was closed before stays closed, so an account is not reopened below a closed one.
  const shown = '{ accounts(first: 10) { nodes { id closedAt } } }';
  expect((await there.graphql(shown)).data.accounts.nodes).toEqual([data.closeAccount]);
  const reopened = await there.graphql(reopen, { input: { account: account.id } });
  expect(reopened.data.reopenAccount).toEqual({ id: account.id, closedAt: null });
  await expect.poll(answers).toSatisfy(all('OK'));
  expect(await statuses()).toSatisfy(all(200));
  expect((await new Client(there.url, below).graphql(whoami)).data.viewer.account.id).toBe(below.account.id);
});

test('an account that was closed before its parent stays closed when the parent is reopened', async () => {
  const { here, owner, below } = await life();
  const ofOwner = new Client(here.url, owner);
  await ofOwner.graphql(close, { input: { account: below.account.id, name: below.account.name } });
  await here.graphql(close, { input: { account: owner.account.id, name: owner.account.name } });
  await here.graphql(reopen, { input: { account: owner.account.id } });

  await expect.poll(async () => (await ofOwner.graphql(whoami)).codes).toEqual([]);
  expect((await new Client(here.url, below).graphql(whoami)).codes).toEqual(['ACCOUNT_CLOSED']);
});

test('wrong calls close and reopen nothing', async () => {
  const { here, owner, below, answers } = await life();
  const stranger = await makeAccount(cluster.database);
  const { id, name } = owner.account;
  const refused = async (document: string, input: object) => (await here.graphql(document, { input })).codes;

  expect(await refused(close, { account: id, name: `${name}!` })).toEqual(['INVALID_INPUT']);
  expect(await refused(close, { account: below.account.id, name })).toEqual(['ACCOUNT_NOT_FOUND']);
  expect(await refused(close, { account: stranger.account.id, name })).toEqual(['ACCOUNT_NOT_FOUND']);
  expect(await refused(reopen, { account: id })).toEqual(['ACCOUNT_NOT_CLOSED']);
  expect(await refused(reopen, { account: stranger.account.id })).toEqual(['ACCOUNT_NOT_FOUND']);
  expect(await answers()).toSatisfy(all('OK'));

  expect(await refused(close, { account: id, name })).toEqual([]);
  expect(await refused(close, { account: id, name })).toEqual(['ACCOUNT_ALREADY_CLOSED']);
});
