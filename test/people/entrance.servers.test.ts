import { beforeEach, expect, test, vi } from 'vitest';
import { updateRows } from '../../src/kernel/database/rows.ts';
import { realNow } from '../../src/kernel/values/instant.ts';
import { listCaptured, readCaptured } from '../../src/messaging/platform/outbox.ts';
import { issueEntry } from '../../src/people/entrance/demo-entry.ts';
import { issueSetup, setUpOwner } from '../../src/people/entrance/invitation-acceptance.ts';
import { pruneLinks } from '../../src/people/link/person-link.ts';
import { people } from '../../src/people/person/person.ts';
import { pruneSignIns } from '../../src/people/sign-in/person-sign-in.ts';
import { openOwn } from '../kernel/database/scratch.ts';
import { Visitor } from '../pages/visitor.ts';
import { useApp } from '../support/app.ts';
import { hostileTexts } from '../support/arbitraries.ts';
import type { Client } from '../support/client.ts';
import { makeAccount, makeIntegration } from '../support/make.ts';
import { fromOwnPage, join, makeCookie, makePerson, personPassword } from '../support/make-people.ts';

const app = useApp();
/** An account whose mails have a sender. */
const mailing = { domain: 'bakery.example' };
const password = 'correct horse battery';
let count = 0;

// All visitors of these tests have the same address.
beforeEach(() => app.database.transaction((transaction) => transaction.change('DELETE FROM sign_in_attempts')));

const newAddress = () => {
  count += 1;
  return `invited${count}-${process.pid}@example.com`;
};

test('an invited person chooses a password, is signed in, and can sign in again', async () => {
  const client = await app.client();
  const email = newAddress();
  const { url, invitation } = await invite(client, { email: email.toUpperCase(), role: 'MARKETER' });
  expect(invitation).toMatchObject({ email, role: 'MARKETER', isOpen: true, keyId: client.owner.keyId });
  const visitor = new Visitor(app.url);

  const page = await get(visitor, url);
  expect(page.text).toContain(`You are joining as ${email}`);
  const joined = await post(visitor, url, { name: ' Ada\nLovelace ', password });

  expect([joined.status, joined.location]).toEqual([303, '/console']);
  const home = (await visitor.get('/console/settings/me')).text;
  expect(home).toContain(email);
  expect(home).toContain('Marketer');
  expect(home).toContain('Ada Lovelace');
  expect(home).not.toContain(String(visitor.cookie('console')));
  const used = await post(new Visitor(app.url), url, { name: '', password });
  expect([used.status, used.text]).toEqual([410, expect.stringContaining('already been used')]);
  const again = new Visitor(app.url);
  expect((await signIn(again, email, password)).status).toBe(303);
});

test('a known person joins with the own password, and who made the invitation cannot take it over', async () => {
  const [here, there, elsewhere] = [await app.client(), await app.client(), await app.client()];
  const { email } = await makePerson(app.database, here.owner);
  const visitor = new Visitor(app.url);

  const { url: taken } = await invite(there, { email, role: 'ANALYST' });
  const stranger = new Visitor(app.url);
  expect((await post(stranger, taken, { name: 'Mallory', password: 'a password of Mallory' })).status).toBe(303);
  expect(await rolesOf(stranger)).toEqual(['Analyst']);

  const { url } = await invite(elsewhere, { email, role: 'MARKETER' });
  expect((await post(visitor, url, { name: '', password: personPassword })).status).toBe(303);
  expect(await rolesOf(visitor)).toEqual(['Marketer', 'Owner']);
});

test('an account that takes an address stands in nobody’s way, and the others get the same answers', async () => {
  const [taker, employer] = [await app.client(mailing), await app.client(mailing)];
  for (const { owner } of [taker, employer]) await makeIntegration(app.database, owner);
  const [email, unknown] = [newAddress(), newAddress()];
  const [theirs, hers] = ['a password of the taker', 'what only Anna would say'];
  const taken = await invite(taker, { email, role: 'OWNER' });
  expect((await post(new Visitor(app.url), taken.url, { name: 'Anna', password: theirs })).status).toBe(303);

  // Anna gets the same page and the same answer as somebody whose address nobody knows.
  await invite(employer, { email, role: 'MARKETER' });
  const link = await mailedLink(employer, email, /\/console\/invitation\//);
  const other = await invite(employer, { email: unknown, role: 'MARKETER' });
  const [anna, somebody] = [new Visitor(app.url), new Visitor(app.url)];
  const pages = [await get(anna, link), await get(somebody, other.url)];
  expect(pages[0]?.text.replaceAll(email, unknown)).toBe(pages[1]?.text);
  expect((await post(anna, link, { name: 'Anna', password: hers })).status).toBe(303);
  expect((await post(somebody, other.url, { name: '', password: hers })).status).toBe(303);

  // Each password opens only what its own person joined.
  for (const [password, roles] of [
    [hers, ['Marketer']],
    [theirs, ['Owner']],
  ] as const) {
    const visitor = new Visitor(app.url);
    expect((await signIn(visitor, email, password)).status).toBe(303);
    expect(await rolesOf(visitor)).toEqual(roles);
  }

  // Only who has followed a mailed link has proven the address, and a new password is mailed through that account.
  const before = (await listCaptured(app.dataDirectory, taker.owner.account.id)).length;
  await post(new Visitor(app.url), '/console/forgotten', { email });
  const reset = await mailedLink(employer, email, /\/console\/reset\//);
  expect((await listCaptured(app.dataDirectory, taker.owner.account.id)).length).toBe(before);
  expect((await post(new Visitor(app.url), reset, { password: 'a newer password of Anna' })).status).toBe(303);
  expect((await signIn(new Visitor(app.url), email, hers)).status).toBe(403);
  expect((await signIn(new Visitor(app.url), email, theirs)).status).toBe(303);
});

test('who shares an address with others gets no more attempts at their passwords', async () => {
  const [here, there] = [await app.client(), await app.client()];
  const { email } = await makePerson(app.database, here.owner);
  const { url } = await invite(there, { email });
  const mallory = new Visitor(app.url);
  await post(mallory, url, { name: '', password });
  let refused = 0;

  for (let tries = 0; tries < 11; tries += 1) {
    if ((await signIn(new Visitor(app.url), email, 'a wrong password')).status === 429) refused += 1;
    if (tries % 3 === 0) await signIn(new Visitor(app.url), email, password);
  }

  // Her beginning was an attempt at the password of the first person, too.
  expect(refused).toBe(2);
  // Her browser is known as that of her person, not of the other one.
  expect((await signIn(mallory, email, personPassword)).status).toBe(429);
  expect((await signIn(mallory, email, password)).status).toBe(303);
});

test.each([true, false])('an invitation is no free guess at a password (known address: %j)', async (isKnown) => {
  const [here, there] = [await app.client(), await app.client()];
  const email = newAddress();
  if (isKnown) await makePerson(app.database, here.owner, { email });
  const { url } = await invite(there, { email });
  for (let tries = 0; tries < 8; tries += 1) await signIn(new Visitor(app.url), email, 'a wrong password');

  expect((await post(new Visitor(app.url), url, { name: '', password: 'a guess at a password' })).status).toBe(303);

  const statuses = [];
  for (let tries = 0; tries < 2; tries += 1)
    statuses.push((await signIn(new Visitor(app.url), email, 'a wrong password')).status);
  expect(statuses).toEqual([403, 429]);
});

test('a new password must have 12 to 200 characters, and a refused form does not use up the link', async () => {
  const { url } = await invite(await app.client());
  const visitor = new Visitor(app.url);

  for (const wrong of ['', 'too short', 'x'.repeat(201)])
    expect((await post(visitor, url, { name: '', password: wrong })).status).toBe(422);
  expect((await post(visitor, url, { name: '', password: 'green tea '.repeat(20) })).status).toBe(303);
});

test('a new password must not be easy to guess', async () => {
  const email = newAddress();
  const { url } = await invite(await app.client(), { email });
  const visitor = new Visitor(app.url);

  for (const password of ['password1234', email, `${email}1`, '123456789012']) {
    const { status, text } = await post(visitor, url, { name: '', password });
    expect([status, text]).toEqual([422, expect.stringContaining('easy to guess')]);
  }
  expect((await post(visitor, url, { name: '', password: 'green tea with milk' })).status).toBe(303);
});

test('an invitation ends after 72 hours, when it is revoked, and when there is a later one', async () => {
  const client = await app.client();
  const email = newAddress();
  const [first, second] = [await invite(client, { email }), await invite(client, { email })];
  const revoke = 'mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { isOpen } }';
  const visitor = new Visitor(app.url);

  expect((await get(visitor, first.url)).status).toBe(403);
  expect((await get(visitor, second.url)).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 72 * 3_600_000 + 60_000 });
  try {
    const late = await post(visitor, second.url, { name: '', password });
    expect([late.status, late.text]).toEqual([410, expect.stringContaining('has expired')]);
  } finally {
    vi.useRealTimers();
  }
  const open = '{ invitations(filter: { open: true }) { nodes { id } } }';
  expect((await client.graphql(open)).data.invitations.nodes).toEqual([{ id: second.invitation.id }]);
  expect((await client.graphql(revoke, { id: second.invitation.id })).data.revokeInvitation).toEqual({ isOpen: false });
  expect((await get(visitor, second.url)).status).toBe(403);
  expect((await client.graphql(open)).data.invitations.nodes).toEqual([]);
});

test('an invitation that was accepted cannot be revoked', async () => {
  const client = await app.client();
  const { url, invitation } = await invite(client);
  await post(new Visitor(app.url), url, { name: '', password });

  const revoke = `mutation { revokeInvitation(input: { id: "${invitation.id}" }) { id } }`;
  expect((await client.graphql(revoke)).codes).toEqual(['INVITATION_USED']);
});

test('an address of the account cannot be invited again', async () => {
  const client = await app.client();
  const { email } = await makePerson(app.database, client.owner);

  expect((await tryToInvite(client, { email: email.toUpperCase() })).codes).toEqual(['PERSON_EXISTS']);
});

test('an account makes at most 60 invitations and password resets in an hour', async () => {
  const client = await app.client();
  const email = newAddress();
  for (let made = 0; made < 60; made += 1) expect((await tryToInvite(client, { email })).codes).toEqual([]);

  expect((await tryToInvite(client, { email })).codes).toEqual(['TOO_MANY_REQUESTS']);
  const { id: person } = await makePerson(app.database, client.owner);
  const reset = await client.graphql(`mutation { resetPassword(input: { person: "${person}" }) { url } }`);
  expect(reset.codes).toEqual(['TOO_MANY_REQUESTS']);
});

test('an account has at most 100 open invitations and 200 people', async () => {
  const client = await app.client();
  const { id } = client.owner.account;
  const past = '2001-01-01 00:00:00.000';
  await app.database.transaction(async (transaction) => {
    for (let made = 0; made < 100; made += 1)
      await transaction.change(
        `INSERT INTO person_links (id, token_hash, kind, account_id, email, role, created_at, expires_at)
         VALUES (?, ?, 'INVITATION', ?, ?, 'OWNER', ?, '2999-01-01 00:00:00.000')`,
        [`inv_${made}${id.slice(-12)}`, `${id}${made}`, id, `${made}@example.com`, past],
      );
  });
  expect((await tryToInvite(client)).codes).toEqual(['TOO_MANY_INVITATIONS']);
  const other = await app.client();
  const { url } = await invite(other);
  await app.database.transaction(async (transaction) => {
    for (let made = 0; made < 200; made += 1) {
      const person = `per_${made}${other.owner.account.id.slice(-12)}`;
      await transaction.change(
        "INSERT INTO console_people (id, email, password_hash, created_at) VALUES (?, ?, '', ?)",
        [person, `${person}@example.com`, past],
      );
      await transaction.change(
        "INSERT INTO account_members (account_id, person_id, role, created_at) VALUES (?, ?, 'ANALYST', ?)",
        [...[other.owner.account.id, person, past]],
      );
    }
  });
  expect((await tryToInvite(other)).codes).toEqual(['TOO_MANY_PEOPLE']);
  expect((await post(new Visitor(app.url), url, { name: '', password })).status).toBe(409);
});

test('an invitation is mailed through the email integration, and is no message that others can read', async () => {
  const client = await app.client(mailing);
  await makeIntegration(app.database, client.owner);
  const email = newAddress();

  const { url, mailed } = await invite(client, { email });

  expect(mailed).toBe(true);
  const { id } = client.owner.account;
  const [name = ''] = await listCaptured(app.dataDirectory, id);
  const mail = await readCaptured(app.dataDirectory, id, name);
  expect(mail).toMatchObject({
    to: { address: email },
    subject: 'Your invitation to Test',
    text: expect.stringContaining(url),
  });
  expect((await client.graphql('{ messages { nodes { id } } }')).data.messages.nodes).toEqual([]);
  expect((await client.graphql('{ invitations { nodes { id } } }')).data.invitations.nodes).toHaveLength(1);
});

test('a forgotten password is mailed to a person, and everybody gets the same response', async () => {
  const client = await app.client(mailing);
  await makeIntegration(app.database, client.owner);
  const { email } = await makePerson(app.database, client.owner);
  const visitor = new Visitor(app.url);
  const captured = () => listCaptured(app.dataDirectory, client.owner.account.id);

  const known = await post(visitor, '/console/forgotten', { email });
  const unknown = await post(visitor, '/console/forgotten', { email: newAddress() });
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  await expect.poll(async () => (await captured()).length).toBe(1);
  await post(visitor, '/console/forgotten', { email });
  const [name = ''] = await captured();
  const mail = await readCaptured(app.dataDirectory, client.owner.account.id, name);
  const [url = ''] = /http\S+\/console\/reset\/\S+/.exec(mail?.text ?? '') ?? [];

  expect((await get(visitor, url)).status).toBe(200);
  expect((await post(visitor, url, { password: email })).status).toBe(422);
  expect((await post(visitor, url, { password: 'a quite new password' })).status).toBe(303);
  expect((await signIn(new Visitor(app.url), email, personPassword)).status).toBe(403);
  expect((await signIn(new Visitor(app.url), email, 'a quite new password')).status).toBe(303);
  expect((await post(visitor, url, { password: 'once more, please' })).status).toBe(410);
});

test('no link is mailed through an account that does not decide about the password', async () => {
  const [here, there] = [await app.client(mailing), await app.client()];
  await makeIntegration(app.database, here.owner);
  const person = await makePerson(app.database, here.owner);
  await join(app.database, there.owner, person);

  await post(new Visitor(app.url), '/console/forgotten', { email: person.email });
  await post(new Visitor(app.url), '/console/forgotten', { email: newAddress() });

  const links = await app.database.rows('SELECT 1 FROM person_links l WHERE l.person_id = ?', [person.id]);
  expect(links).toEqual([]);
});

test('people whom an account makes for an address do not keep its owner from getting a new password', async () => {
  const [employer, taker] = [await app.client(mailing), await app.client(mailing)];
  await makeIntegration(app.database, employer.owner);
  const { email } = await makePerson(app.database, employer.owner);
  for (let made = 0; made < 21; made += 1) {
    const below = await app.client({ ...mailing, parent: taker.owner.account });
    await makeIntegration(app.database, below.owner);
    const { id } = await makePerson(app.database, below.owner, { email });
    await app.database.transaction((transaction) =>
      updateRows(transaction, people, { id }, { lastSignedInAt: realNow() }),
    );
  }

  await post(new Visitor(app.url), '/console/forgotten', { email });

  await mailedLink(employer, email, /\/console\/reset\//);
});

test('an unknown address and a wrong password have the same response', async () => {
  const { owner } = await app.client();
  const { email } = await makePerson(app.database, owner);
  const unknown = newAddress();

  const wrong = await signIn(new Visitor(app.url), email, 'a wrong password');
  const nobody = await signIn(new Visitor(app.url), unknown, 'a wrong password');

  expect([wrong.status, wrong.text.replaceAll(email, '')]).toEqual([403, nobody.text.replaceAll(unknown, '')]);
});

test('after ten wrong passwords nobody gets in from there, but a known device does', async () => {
  const { owner } = await app.client();
  const { email } = await makePerson(app.database, owner);
  const known = new Visitor(app.url);
  expect((await signIn(known, email, personPassword)).status).toBe(303);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await signIn(new Visitor(app.url), email, 'a wrong password')).status).toBe(403);

  const refused = await signIn(new Visitor(app.url), email, personPassword);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
  expect((await signIn(known, email, personPassword)).status).toBe(303);
});

test('forms of other sites are refused, also before anybody is signed in', async () => {
  const { owner } = await app.client();
  const { email } = await makePerson(app.database, owner);
  const foreign = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
  ];

  for (const headers of [...foreign, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
    const visitor = new Visitor(app.url);
    const page = await visitor.post('/console/sign-in', { email, password: personPassword }, headers as never);
    expect([page.status, visitor.cookie('console')]).toEqual([403, undefined]);
  }
  const own = new Visitor(app.url);
  await own.post('/console/sign-in', { email, password: personPassword }, { Origin: app.url });
  expect(own.cookie('console')).toBeDefined();
});

test('signing out ends the sign-in on the server, and signing in again ends the former one of the browser', async () => {
  const { owner } = await app.client();
  const { email, id } = await makePerson(app.database, owner);
  const visitor = new Visitor(app.url);
  const signIns = () => app.database.rows('SELECT 1 FROM sign_ins i WHERE i.person_id = ?', [id]);
  await signIn(visitor, email, personPassword);
  await signIn(visitor, email, personPassword);
  expect(await signIns()).toHaveLength(1);
  const stolen = visitor.cookie('console') ?? '';

  await post(visitor, '/console/sign-out', {});

  expect(visitor.cookie('console')).toBeUndefined();
  expect(await signIns()).toEqual([]);
  const thief = new Visitor(app.url);
  thief.keep('console', stolen);
  expect((await thief.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole');
});

test('a person switches between accounts, and the next sign-in begins with the last one', async () => {
  const [{ owner: here }, { owner: there }, { owner: other }] = [
    await app.client(),
    await app.client(),
    await app.client(),
  ];
  const person = await makePerson(app.database, here);
  await join(app.database, there, person, 'ANALYST');
  const visitor = new Visitor(app.url);
  await signIn(visitor, person.email, personPassword);
  const roleOf = async (who: Visitor) =>
    /<dt>Role<\/dt><dd>(\w+)/.exec((await who.get('/console/settings/me')).text)?.[1];
  expect(await roleOf(visitor)).toBe('Owner');
  const choose = ({ account }: { account: { id: string } }) =>
    post(visitor, '/console/settings/accounts', { _form: 'choose', account: account.id });

  expect((await choose(there)).status).toBe(303);
  expect(await roleOf(visitor)).toBe('Analyst');
  expect((await choose(other)).status).toBe(422);
  const again = new Visitor(app.url);
  await signIn(again, person.email, personPassword);
  expect(await roleOf(again)).toBe('Analyst');
});

test('a person has at most 50 sign-ins; the oldest end', async () => {
  const { owner } = await app.client();
  const { email, id } = await makePerson(app.database, owner);
  const first = new Visitor(app.url);
  await signIn(first, email, personPassword);
  for (let more = 0; more < 50; more += 1) await signIn(new Visitor(app.url), email, personPassword);

  expect(await app.database.rows('SELECT 1 FROM sign_ins i WHERE i.person_id = ?', [id])).toHaveLength(50);
  expect((await first.get('/console')).status).toBe(303);
});

test('hostile names and browsers are shown as text', async () => {
  const client = await app.client();
  for (const name of hostileTexts.filter((text) => text.length < 1000)) {
    const { url } = await invite(client, {}, { 'Idempotency-Key': crypto.randomUUID() });
    const visitor = new Visitor(app.url);
    const page = await visitor.post(
      url.replace(app.url, ''),
      { name, password },
      {
        ...fromOwnPage,
        'User-Agent': '<script>alert(1)</script>',
      },
    );
    // Only the limit of links in an hour ends the loop.
    expect(page.status, name).toBe(303);
    const home = await visitor.get('/console/settings/me');
    expect(home.status, name).toBe(200);
    expect(home.text).not.toContain('<script>');
    expect(home.text).toContain('&lt;script>alert(1)');
  }
});

test('malformed addresses and tokens are refused without an error', async () => {
  const visitor = new Visitor(app.url);
  for (const text of hostileTexts.filter((text) => text.length < 1000)) {
    expect((await signIn(visitor, text, text)).status, text).toBeOneOf([403, 429]);
    const path = encodeURIComponent(text.toWellFormed());
    for (const kind of ['invitation', 'reset', 'enter'])
      expect((await visitor.get(`/console/${kind}/${path}`)).status, `${kind} ${text}`).toBeOneOf([303, 403, 404]);
  }
});

test('the first of several set-up links makes the owner of the first account, and the others end', async () => {
  const { database } = await openOwn();
  const tokens = await Promise.all([issueSetup(database), issueSetup(database)]);
  const entrant = { address: '192.0.2.1', browser: '', deviceOf: () => null };
  const use = (token: string | null, email: string) =>
    setUpOwner(database, token ?? '', { email, name: '', password }, entrant).then(
      () => 'in',
      ({ problem }: { problem: string }) => problem,
    );

  const outcomes = await Promise.all(tokens.map((token, index) => use(token, `owner${index}@example.com`)));

  expect(outcomes.toSorted()).toEqual(['USED', 'in']);
  expect(await issueSetup(database)).toBeNull();
  const owners = await database.rows(
    "SELECT a.name AS name FROM account_members m JOIN accounts a ON a.id = m.account_id WHERE m.role = 'OWNER'",
  );
  expect(owners).toEqual([{ name: 'Main account' }]);
});

test('a printed link ends after 15 minutes', async () => {
  const { owner } = await app.client();
  const token = await issueEntry(app.database, owner.account.id, newAddress());
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 15 * 60_000 });
  try {
    expect((await new Visitor(app.url).get(`/console/enter/${token}`)).status).toBe(410);
  } finally {
    vi.useRealTimers();
  }
});

test('links of more than 30 days ago and sign-ins that have ended are removed', async () => {
  const { database } = await openOwn();
  const { account } = await makeAccount(database);
  const person = await makePerson(database, { account });
  await makeCookie(database, person);
  await issueEntry(database, account.id, person.email);
  expect([await pruneLinks(database), await pruneSignIns(database)]).toEqual([0, 0]);
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 31 * 24 * 3_600_000 });
  try {
    expect([await pruneLinks(database), await pruneSignIns(database)]).toEqual([1, 1]);
    expect([await pruneLinks(database), await pruneSignIns(database)]).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('every page of the console has the headers of customer pages, and shows browsers where its forms come from', async () => {
  const visitor = new Visitor(app.url);
  for (const path of ['/console', '/console/sign-in', '/console/enter/unknown', '/console/nothing']) {
    const { headers } = await visitor.get(path);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('cache-control'), path).toBe('no-store');
    expect(headers.get('referrer-policy'), path).toBe('same-origin');
    expect(headers.get('x-robots-tag'), path).toBe('noindex');
  }
});

interface Invited {
  url: string;
  mailed: boolean;
  invitation: { id: string };
}

async function invite(client: Client, input: object = {}, headers: Record<string, string> = {}): Promise<Invited> {
  const { data, codes } = await tryToInvite(client, input, headers);
  expect(codes).toEqual([]);
  return data.invitePerson;
}

function tryToInvite(client: Client, input: object = {}, headers: Record<string, string> = {}) {
  return client.graphql(
    `mutation ($input: InvitePersonInput!) {
      invitePerson(input: $input) { url mailed invitation { id email role isOpen keyId } }
    }`,
    { input: { email: newAddress(), role: 'OWNER', ...input } },
    headers,
  );
}

const get = (visitor: Visitor, address: string) => visitor.get(address.replace(app.url, ''));

const post = (visitor: Visitor, address: string, fields: Record<string, string>) =>
  visitor.post(address.replace(app.url, ''), fields, fromOwnPage);

const signIn = (visitor: Visitor, email: string, given: string) =>
  post(visitor, '/console/sign-in', { email, password: given });

/** Returns the roles that a person has in its accounts. */
async function rolesOf(visitor: Visitor): Promise<string[]> {
  const { text } = await visitor.get('/console/settings/accounts');
  return [...text.matchAll(/>(Owner|Marketer|Analyst)<\/td>/g)].map(([, role]) => role ?? '').sort();
}

/** Waits for a mail of the account with a link, and returns the link. */
async function mailedLink({ owner }: Client, email: string, path: RegExp): Promise<string> {
  const find = async () => {
    const names = await listCaptured(app.dataDirectory, owner.account.id);
    const mails = await Promise.all(names.map((name) => readCaptured(app.dataDirectory, owner.account.id, name)));
    const texts = mails
      .filter((mail) => typeof mail?.to === 'object' && mail.to.address === email)
      .map((mail) => mail?.text ?? '');
    return texts.flatMap((text) => /http\S+/.exec(text) ?? []).find((link) => path.test(link));
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}
