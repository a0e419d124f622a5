import { expect, test, vi } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventTypesOf } from '../support/events.ts';
import { makeAccount } from '../support/make.ts';
import { clientOf, join, makePerson, personOf } from '../support/make-people.ts';

const app = useApp();

const setRole =
  'mutation ($person: ID!, $role: Role!) { setRole(input: { person: $person, role: $role }) { id role } }';
const remove = 'mutation ($person: ID!) { removePerson(input: { person: $person }) { id } }';
const reset = 'mutation ($person: ID!) { resetPassword(input: { person: $person }) { url mailed person { id } } }';
const list = 'query ($filter: PersonFilter) { people(filter: $filter) { nodes { id email name role } } }';

test('a person has the scopes of the role, and rows name the person', async () => {
  const { owner } = await app.client();
  const marketer = await personOf(app, owner, { role: 'MARKETER', name: 'Ada' });

  const { data } = await marketer.graphql('{ viewer { keyId keyName scopes role person { id email name role } } }');
  const created = await marketer.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }');

  const { id, email } = marketer.person;
  expect(data.viewer).toEqual({
    ...{ keyId: id, keyName: email, scopes: ['READ', 'WRITE', 'SEND'], role: 'MARKETER' },
    person: { id, email, name: 'Ada', role: 'MARKETER' },
  });
  expect(created.codes).toEqual([]);
  const rows = await app.database.rows('SELECT key_id AS keyId FROM events WHERE campaign_id = ?', [
    created.data.createCoupon.id,
  ]);
  expect(rows).toEqual([{ keyId: id }]);
});

test('the history of a session says by name who did what', async () => {
  const { owner } = await app.client();
  const person = await personOf(app, owner, { name: 'Ada Lovelace' });
  const { data } = await person.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }');
  const create = 'mutation ($id: ID!) { createSingleUseUrl(input: { coupon: $id }) { session { session } } }';
  const { session } = (await person.graphql(create, { id: data.createCoupon.id })).data.createSingleUseUrl.session;
  const byKey = (await app.client({ account: owner.account })).graphql(
    'mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { id } }',
    { s: session },
  );
  expect((await byKey).codes).toEqual([]);

  const asked = await person.graphql('query ($s: ID!) { couponSession(session: $s) { history { type keyId by } } }', {
    s: session,
  });

  expect(asked.data.couponSession.history).toEqual([
    { type: 'coupon_session_created', keyId: person.person.id, by: 'Ada Lovelace' },
    { type: 'coupon_claimed', keyId: expect.stringMatching(/^key_/), by: 'test' },
  ]);
});

test('a role without a scope is refused in words about the role', async () => {
  const { owner } = await app.client();
  const analyst = await personOf(app, owner, { role: 'ANALYST' });

  const { errors } = await analyst.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }');

  expect(errors[0]).toMatchObject({
    message: 'This needs the scope WRITE, which the role ANALYST does not have.',
    extensions: { code: 'FORBIDDEN' },
  });
});

test('an owner changes roles at once and takes people out, but the last owner stays', async () => {
  const { owner } = await app.client();
  const first = await personOf(app, owner);
  const second = await personOf(app, owner, { role: 'ANALYST' });

  expect((await first.graphql(setRole, { person: first.person.id, role: 'ANALYST' })).codes).toEqual(['LAST_OWNER']);
  expect((await first.graphql(remove, { person: first.person.id })).codes).toEqual(['LAST_OWNER']);
  const raised = await first.graphql(setRole, { person: second.person.id, role: 'OWNER' });
  expect(raised.data.setRole).toEqual({ id: second.person.id, role: 'OWNER' });
  expect((await second.graphql(remove, { person: first.person.id })).codes).toEqual([]);

  expect((await first.graphql('{ viewer { keyId } }')).codes).toEqual(['UNAUTHENTICATED']);
  expect((await second.graphql(list)).data.people.nodes).toEqual([
    { id: second.person.id, email: second.person.email, name: null, role: 'OWNER' },
  ]);
  expect(await app.database.rows('SELECT 1 FROM console_people WHERE id = ?', [first.person.id])).toEqual([]);
  expect((await second.graphql(list, { filter: { role: 'ANALYST' } })).data.people.nodes).toEqual([]);
});

test('a person in two accounts acts for both, and leaving one ends only the sign-ins for it', async () => {
  const [{ owner: here }, { owner: there }] = [await app.client(), await app.client()];
  const person = await makePerson(app.database, here, { role: 'ANALYST' });
  await join(app.database, there, person, 'MARKETER');
  const client = await clientOf(app, here, person);
  const elsewhere = await clientOf(app, there, { ...person, accountId: there.account.id });
  const who = '{ viewer { account { id } role accounts { account { id } role } } }';

  const chosen = await client.graphql(who, {}, { 'X-Account': there.account.id });
  expect(chosen.data.viewer).toEqual({
    account: { id: there.account.id },
    role: 'MARKETER',
    accounts: expect.toSatisfy((list) => list.length === 2),
  });
  expect(chosen.data.viewer.accounts).toEqual(
    expect.arrayContaining([
      { account: { id: here.account.id }, role: 'ANALYST' },
      { account: { id: there.account.id }, role: 'MARKETER' },
    ]),
  );
  const stranger = await makeAccount(app.database);
  for (const account of [stranger.account.id, ''])
    expect((await client.graphql(who, {}, { 'X-Account': account })).codes).toEqual(['FORBIDDEN']);

  const removed = await (await app.client({ account: there.account })).graphql(remove, { person: person.id });
  expect(removed.codes).toEqual([]);
  expect((await elsewhere.graphql(who)).codes).toEqual(['UNAUTHENTICATED']);
  expect((await client.graphql(who)).data.viewer.role).toBe('ANALYST');
});

test('a person acts for subaccounts of the account with the same role', async () => {
  const parent = await app.client();
  const child = await makeAccount(app.database, { parent: parent.owner.account });
  const analyst = await personOf(app, parent.owner, { role: 'ANALYST' });

  const who = '{ viewer { account { id } role person { id } } }';
  const { data } = await analyst.graphql(who, {}, { 'X-Account': child.account.id });

  const { id } = analyst.person;
  expect(data.viewer).toEqual({ account: { id: child.account.id }, role: 'ANALYST', person: { id } });
});

test('a subaccount sees the names of those who act for it from the parent account, and no others', async () => {
  const parent = await app.client();
  const { account } = await makeAccount(app.database, { parent: parent.owner.account });
  const person = await personOf(app, parent.owner, { name: 'Ada' });
  const create = 'mutation { createApiKey(input: { name: "Till", scopes: [READ] }) { key { id } } }';
  for (const by of [parent, person])
    expect((await by.graphql(create, {}, { 'X-Account': account.id })).codes).toEqual([]);

  const child = await app.client({ account });
  const asked = async () => (await child.graphql('{ apiKeys { nodes { keyId by } } }')).data.apiKeys.nodes;
  expect(await asked()).toEqual(
    expect.arrayContaining([
      { keyId: parent.owner.keyId, by: 'test' },
      { keyId: person.person.id, by: 'Ada' },
    ]),
  );
  const { owner: stranger } = await app.client();
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE api_keys SET made_by = ? WHERE account_id = ?', [stranger.keyId, account.id]),
  );
  expect((await asked()).map(({ by }: { by: string | null }) => by)).toEqual((await asked()).map(() => null));
});

test('nobody gives a role with more scopes than their own', async () => {
  const { owner } = await app.client();
  const onlyAdmin = await app.client({ account: owner.account, scopes: ['ADMIN'] });
  const { id: person } = await makePerson(app.database, owner);
  await makePerson(app.database, owner);
  const invite = 'mutation ($role: Role!) { invitePerson(input: { email: "x@example.com", role: $role }) { url } }';

  for (const role of ['OWNER', 'MARKETER', 'ANALYST'])
    expect((await onlyAdmin.graphql(invite, { role })).codes).toEqual(['FORBIDDEN']);
  expect((await onlyAdmin.graphql(setRole, { person, role: 'OWNER' })).codes).toEqual(['FORBIDDEN']);
  expect((await onlyAdmin.graphql(reset, { person })).codes).toEqual(['FORBIDDEN']);
});

test('an account cannot reset the password of a person who also belongs to another one', async () => {
  const [here, there] = [await app.client(), await app.client()];
  const person = await makePerson(app.database, here.owner);
  const { url } = (await here.graphql(reset, { person: person.id })).data.resetPassword;

  await join(app.database, there.owner, person);

  expect((await here.graphql(reset, { person: person.id })).codes).toEqual(['PERSON_HAS_OTHER_ACCOUNTS']);
  const body = new URLSearchParams({ password: 'the password of somebody else' });
  const used = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    redirect: 'manual',
  });
  expect(used.status).toBe(403);
});

test('a parent account can reset the password of a person of itself and its subaccounts', async () => {
  const parent = await app.client();
  const child = await makeAccount(app.database, { parent: parent.owner.account });
  const person = await makePerson(app.database, parent.owner);
  await join(app.database, child, person);

  expect((await parent.graphql(reset, { person: person.id })).codes).toEqual([]);
  const forChild = await parent.graphql(reset, { person: person.id }, { 'X-Account': child.account.id });
  expect(forChild.codes).toEqual(['PERSON_HAS_OTHER_ACCOUNTS']);
});

test('a role that was raised makes open links for a new password invalid', async () => {
  const client = await app.client();
  const { id: person } = await makePerson(app.database, client.owner, { role: 'ANALYST' });
  const { url } = (await client.graphql(reset, { person })).data.resetPassword;

  await client.graphql(setRole, { person, role: 'OWNER' });

  expect((await fetch(url)).status).toBe(403);
});

test.each([
  ['leaves', remove],
  ['gets another role', 'mutation ($person: ID!) { setRole(input: { person: $person, role: ANALYST }) { id } }'],
])(
  'the links that an owner made for others end when the owner %s, and those of other owners stay',
  async (_, change) => {
    const client = await app.client();
    const [leaver, stayer] = [await personOf(app, client.owner), await personOf(app, client.owner)];
    const other = await makePerson(app.database, client.owner, { role: 'ANALYST' });
    const invite = 'mutation ($email: EmailAddress!) { invitePerson(input: { email: $email, role: OWNER }) { url } }';
    const invited = async (by: Client, email: string) => (await by.graphql(invite, { email })).data.invitePerson.url;
    const ended = [
      await invited(leaver, 'friend@example.com'),
      (await leaver.graphql(reset, { person: other.id })).data.resetPassword.url,
    ];
    const open = await invited(stayer, 'colleague@example.com');

    expect((await client.graphql(change, { person: leaver.person.id })).codes).toEqual([]);

    const statuses = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(await statuses([...ended, open])).toEqual([403, 403, 200]);
  },
);

test('people see and end their own sign-ins, and owners those for their account', async () => {
  const [here, there] = [await app.client(), await app.client()];
  const person = await makePerson(app.database, here.owner, { role: 'ANALYST' });
  await join(app.database, there.owner, person);
  const [one, other] = [await clientOf(app, here.owner, person), await clientOf(app, here.owner, person)];
  const away = await clientOf(app, there.owner, { ...person, accountId: there.owner.account.id });
  const signIns = '{ signIns { nodes { id isCurrent accountId } } }';
  const end = 'mutation ($id: ID!) { endSignIn(input: { id: $id }) { id } }';

  const own = (await one.graphql(signIns)).data.signIns.nodes as {
    id: string;
    isCurrent: boolean;
    accountId: string;
  }[];
  expect(own).toHaveLength(3);
  expect(own.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const ofAccount = (await here.graphql(signIns)).data.signIns.nodes as { id: string }[];
  expect(ofAccount).toHaveLength(2);
  const foreign = own.find(({ accountId }) => accountId === there.owner.account.id)?.id;
  expect((await here.graphql(end, { id: foreign })).codes).toEqual(['SIGN_IN_NOT_FOUND']);
  expect((await away.graphql(end, { id: own.find(({ isCurrent }) => isCurrent)?.id })).codes).toEqual([]);

  expect((await one.graphql(signIns)).codes).toEqual(['UNAUTHENTICATED']);
  expect((await other.graphql('mutation { endSignIns(input: {}) { ended } }')).data.endSignIns).toEqual({ ended: 1 });
  expect((await away.graphql(signIns)).codes).toEqual(['UNAUTHENTICATED']);
  const all = await here.graphql('mutation ($p: ID!) { endSignIns(input: { person: $p }) { ended } }', {
    p: person.id,
  });
  expect(all.data.endSignIns).toEqual({ ended: 1 });
  expect((await other.graphql(signIns)).codes).toEqual(['UNAUTHENTICATED']);
});

test('an analyst sees no sign-ins of others', async () => {
  const { owner } = await app.client();
  const analyst = await personOf(app, owner, { role: 'ANALYST' });
  const other = await personOf(app, owner);
  const of = 'query ($id: ID!) { signIns(filter: { person: $id }) { nodes { id } } }';
  const [{ id }] = (await other.graphql('{ signIns { nodes { id } } }')).data.signIns.nodes;

  expect((await analyst.graphql(of, { id: other.person.id })).codes).toEqual(['FORBIDDEN']);
  expect((await analyst.graphql('query ($id: ID!) { node(id: $id) { id } }', { id })).data.node).toBeNull();
  const end = await analyst.graphql('mutation ($id: ID!) { endSignIn(input: { id: $id }) { id } }', { id });
  expect(end.codes).toEqual(['SIGN_IN_NOT_FOUND']);
});

test('a sign-in ends after 12 hours without use, and after 14 days at the latest', async () => {
  const { owner } = await app.client();
  const [idle, busy] = [await personOf(app, owner), await personOf(app, owner)];
  const began = Date.now();
  const at = (hours: number) =>
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: began + hours * 3_600_000 });
  const isIn = async (client: Client) => (await client.graphql('{ viewer { keyId } }')).codes.length === 0;
  const used = (client: { person: { id: string } }) =>
    app.database.rows<{ at: string }>('SELECT i.last_used_at AS at FROM sign_ins i WHERE i.person_id = ?', [
      client.person.id,
    ]);
  try {
    at(11.9);
    expect(await isIn(busy)).toBe(true);
    await expect.poll(async () => Date.parse(`${(await used(busy))[0]?.at}Z`)).toBeGreaterThan(began + 11 * 3_600_000);
    at(12.1);
    expect([await isIn(idle), await isIn(busy)]).toEqual([false, true]);
    await app.database.transaction((transaction) =>
      transaction.change('UPDATE sign_ins SET last_used_at = ? WHERE person_id = ?', [
        '2998-01-01 00:00:00.000',
        busy.person.id,
      ]),
    );
    at(14 * 24 - 0.1);
    expect(await isIn(busy)).toBe(true);
    at(14 * 24 + 0.1);
    expect(await isIn(busy)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a person changes the password with the current one, and is signed out elsewhere', async () => {
  const { owner } = await app.client();
  const person = await personOf(app, owner, { role: 'ANALYST' });
  const other = await clientOf(app, owner, person.person);
  const change =
    'mutation ($current: String!, $password: String!) { changePassword(input: { current: $current, password: $password }) { ended } }';
  const password = 'another long password';
  const admin = await app.client({ account: owner.account });
  const { url } = (await admin.graphql(reset, { person: person.person.id })).data.resetPassword;

  expect((await person.graphql(change, { current: 'not this one', password })).codes).toEqual(['WRONG_PASSWORD']);
  const { data } = await person.graphql(
    change,
    { current: 'a long usual password', password },
    { 'Idempotency-Key': 'a' },
  );
  expect(data.changePassword).toEqual({ ended: 1 });
  const again = await person.graphql(
    change,
    { current: 'a long usual password', password },
    { 'Idempotency-Key': 'a' },
  );
  expect(again.data.changePassword).toEqual({ ended: 1 });
  expect((await other.graphql('{ viewer { keyId } }')).codes).toEqual(['UNAUTHENTICATED']);
  expect((await fetch(url)).status, 'a link for a new password').toBe(403);

  for (let tries = 0; tries < 9; tries += 1) await person.graphql(change, { current: 'wrong', password });
  const exhausted = await person.graphql(change, { current: 'wrong', password });
  expect(exhausted.codes).toEqual(['TOO_MANY_REQUESTS']);
  expect(exhausted.errors[0]?.extensions).toMatchObject({ retryAfter: 900 });
});

test('the address of an export works as long as its person may make exports of the account', async () => {
  const { owner } = await app.client();
  const person = await personOf(app, owner, { role: 'MARKETER' });
  const { data } = await person.graphql('mutation { createExport(input: { type: EVENTS }) { url } }');
  const { url } = data.createExport;
  expect((await fetch(url)).status).toBe(200);

  const admin = await app.client({ account: owner.account });
  const { id } = person.person;
  expect((await admin.graphql(setRole, { person: id, role: 'ANALYST' })).codes).toEqual([]);
  expect((await fetch(url)).status).toBe(403);
  expect((await admin.graphql(remove, { person: id })).codes).toEqual([]);
  expect((await fetch(url)).status).toBe(404);
});

test('an API key has no password to change', async () => {
  const client = await app.client();
  const change = 'mutation { changePassword(input: { current: "x", password: "a long usual password" }) { ended } }';

  expect((await client.graphql(change)).codes).toEqual(['FORBIDDEN']);
});

test('changes of people are no events, because webhooks would tell them to others', async () => {
  const client = await app.client();
  const { id: person } = await makePerson(app.database, client.owner);
  await makePerson(app.database, client.owner);

  await client.graphql(setRole, { person, role: 'ANALYST' });
  await client.graphql(remove, { person });

  expect(await eventTypesOf(app.database, { accountId: client.owner.account.id })).toEqual([]);
});
