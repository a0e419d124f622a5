import { expect, test } from 'vitest';
import { startingAccount } from '../../src/people/person/account-member.ts';
import { useApp } from '../support/app.ts';
import { makeAccount } from '../support/make.ts';
import { join, makePerson, personOf } from '../support/make-people.ts';
import { makeTestAccount } from '../support/make-test-account.ts';

const app = useApp();
const rename = 'mutation ($name: String) { updateProfile(input: { name: $name }) { id name role } }';
const choose = 'mutation ($account: ID!) { chooseAccount(input: { account: $account }) { id } }';
const who = '{ viewer { account { id } role person { id } } }';

test('a person changes and clears its own name, also while it acts for a subaccount or a test account', async () => {
  const client = await app.client();
  const { owner } = client;
  const tests = await makeTestAccount(app.database, client);
  const child = await makeAccount(app.database, { parent: owner.account });
  const analyst = await personOf(app, owner, { role: 'ANALYST', name: 'Ada' });
  const { id } = analyst.person;

  const named = async (name: string | null, headers = {}) =>
    (await analyst.graphql(rename, { name }, headers)).data.updateProfile;

  expect(await named(' Ada\nLovelace ')).toEqual({ id, name: 'Ada Lovelace', role: 'ANALYST' });
  expect(await named(null, { 'X-Account': child.account.id })).toEqual({ id, name: null, role: 'ANALYST' });
  expect(await named('Ada', { 'X-Account': tests.owner.account.id })).toEqual({ id, name: 'Ada', role: 'ANALYST' });
  expect((await analyst.graphql(rename, { name: 'x'.repeat(101) })).codes).toEqual(['INVALID_INPUT']);
});

test('a sign-in acts for another account or a subaccount, and the next one begins with it or its parent', async () => {
  const [{ owner: here }, { owner: there }] = [await app.client(), await app.client()];
  const child = await makeAccount(app.database, { parent: there.account });
  const marketer = await personOf(app, here, { role: 'MARKETER' });
  const { id } = marketer.person;
  await join(app.database, there, marketer.person, 'ANALYST');

  for (const { account } of [there, child]) {
    expect((await marketer.graphql(choose, { account: account.id })).data.chooseAccount).toEqual({ id: account.id });
    const viewer = { account: { id: account.id }, role: 'ANALYST', person: { id } };
    expect((await marketer.graphql(who)).data).toEqual({ viewer });
    expect(await startingAccount(app.database, id)).toBe(there.account.id);
  }
  expect((await marketer.graphql(choose, { account: here.account.id })).codes).toEqual([]);
  expect((await marketer.graphql(who)).data.viewer.role).toBe('MARKETER');
});

test('nobody acts for the account of somebody else or a grandchild, and no key chooses', async () => {
  const client = await app.client();
  const child = await makeAccount(app.database, { parent: client.owner.account });
  const grandchild = await makeAccount(app.database, { parent: child.account });
  const stranger = await makeAccount(app.database);
  const person = await personOf(app, client.owner);

  for (const { account } of [stranger, grandchild])
    expect((await person.graphql(choose, { account: account.id })).codes).toEqual(['ACCOUNT_NOT_FOUND']);
  expect((await person.graphql(who)).data.viewer.account.id).toBe(client.owner.account.id);
  expect((await client.graphql(choose, { account: child.account.id })).codes).toEqual(['FORBIDDEN']);
  expect((await client.graphql(rename, { name: 'x' })).codes).toEqual(['FORBIDDEN']);
});

test('who leaves an account also loses the sign-ins for its subaccounts', async () => {
  const client = await app.client();
  const other = await app.client();
  const child = await makeAccount(app.database, { parent: client.owner.account });
  const person = await personOf(app, client.owner);
  await makePerson(app.database, client.owner);
  await join(app.database, other.owner, person.person);
  await person.graphql(choose, { account: child.account.id });

  const remove = 'mutation ($id: ID!) { removePerson(input: { person: $id }) { id } }';
  expect((await client.graphql(remove, { id: person.person.id })).codes).toEqual([]);

  expect((await person.graphql(who)).codes).toEqual(['UNAUTHENTICATED']);
  const left = await app.database.rows('SELECT 1 FROM sign_ins WHERE person_id = ?', [person.person.id]);
  expect(left).toEqual([]);
});

test('a search finds people by a part of the name or the address, and invitations by the address', async () => {
  const client = await app.client();
  await makePerson(app.database, client.owner, { name: 'Ada LOVELACE', email: `a-${client.owner.keyId}@Example.com` });
  await makePerson(app.database, client.owner, { email: `lovely-${client.owner.keyId}@example.com` });
  const invite = 'mutation ($email: EmailAddress!) { invitePerson(input: { email: $email, role: OWNER }) { url } }';
  for (const email of ['bob@bakery.example', 'eve@café.example']) await client.graphql(invite, { email });

  const { data } = await client.graphql(`{
    both: people(filter: { text: "LOVE" }) { nodes { name } }
    one: people(filter: { text: "love", role: OWNER }, first: 1) { nodes { email } }
    none: people(filter: { text: "%" }) { nodes { name } }
    invited: invitations(filter: { text: "Bakery", open: true }) { nodes { email } }
  }`);

  expect(data.both.nodes).toEqual([{ name: null }, { name: 'Ada LOVELACE' }]);
  expect(data.one.nodes).toEqual([{ email: `lovely-${client.owner.keyId}@example.com` }]);
  expect(data.none.nodes).toEqual([]);
  expect(data.invited.nodes).toEqual([{ email: 'bob@bakery.example' }]);
});
