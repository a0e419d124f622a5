import { beforeEach, expect, test } from 'vitest';
import { issueEntry } from '../../src/people/entrance/demo-entry.ts';
import { Visitor } from '../pages/visitor.ts';
import { fromOwnPage, makePerson, personPassword } from '../support/make-people.ts';
import { useTwoServers } from '../support/processes.ts';
import { tally } from './calls.ts';

const cluster = useTwoServers();
const password = 'correct horse battery';

beforeEach(() => cluster.database.transaction((transaction) => transaction.change('DELETE FROM sign_in_attempts')));

const invitePerson = `mutation ($email: EmailAddress!) { invitePerson(input: { email: $email, role: OWNER }) { url } }`;

test('a link that is opened 40 times at once by two processes signs in exactly one browser', async () => {
  const { clients, visitors } = await someVisitors(40);
  const { id } = clients[0].owner.account;
  const token = await issueEntry(cluster.database, id, `owner-${id}@example.com`);

  const pages = await Promise.all(visitors.map((visitor) => visitor.get(`/console/enter/${token}`)));

  expect(tally(pages.map(({ status }) => String(status)))).toEqual({ 303: 1, 410: 39 });
  const homes = await Promise.all(visitors.map((visitor) => visitor.get('/console')));
  expect(homes.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an invitation that is accepted 20 times at once by two processes makes one person with one password', async () => {
  const { clients, visitors } = await someVisitors(20);
  const email = `once-${clients[0].owner.account.id}@example.com`;
  const { data } = await clients[0].graphql(invitePerson, { email });
  const path = new URL(data.invitePerson.url).pathname;

  const pages = await Promise.all(
    visitors.map((visitor, index) => visitor.post(path, { name: '', password: `${password} ${index}` }, fromOwnPage)),
  );

  expect(tally(pages.map(({ status }) => String(status)))[303]).toBe(1);
  expect(pages.filter(({ status }) => ![303, 403, 410, 429].includes(status))).toEqual([]);
  const rows = await cluster.database.rows(
    'SELECT 1 FROM console_people p JOIN account_members m ON m.person_id = p.id WHERE p.email = ?',
    [email],
  );
  expect(rows).toHaveLength(1);
});

test('two invitations of a new person to two accounts at once make one person in both', async () => {
  const [one, other] = [await cluster.clients(), await cluster.clients()];
  const email = `both-${one[0].owner.account.id}@example.com`;
  const urls = await Promise.all(
    [one[0], other[1]].map(async (client) => (await client.graphql(invitePerson, { email })).data.invitePerson.url),
  );

  const pages = await Promise.all(
    urls.map((url, index) =>
      patient([one[0], other[1]][index]?.url ?? '').post(new URL(url).pathname, { name: '', password }, fromOwnPage),
    ),
  );

  expect(pages.map(({ status }) => status)).toEqual([303, 303]);
  const rows = await cluster.database.rows<{ id: string }>(
    'SELECT p.id AS id FROM console_people p JOIN account_members m ON m.person_id = p.id WHERE p.email = ?',
    [email],
  );
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
});

test('of two owners who are removed at once by two processes, one stays', async () => {
  const clients = await cluster.clients();
  const people = [
    await makePerson(cluster.database, clients[0].owner),
    await makePerson(cluster.database, clients[0].owner),
  ];
  const remove = 'mutation ($person: ID!) { removePerson(input: { person: $person }) { id } }';

  const answers = await Promise.all(
    people.map(({ id }, index) => clients[index === 0 ? 0 : 1].graphql(remove, { person: id })),
  );

  expect(answers.flatMap(({ codes }) => codes)).toEqual(['LAST_OWNER']);
});

test('a person who is invited 30 times at once keeps exactly one open invitation', async () => {
  const clients = await cluster.clients();
  const email = `many-${clients[0].owner.account.id}@example.com`;

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => clients[index % 2 === 0 ? 0 : 1].graphql(invitePerson, { email })),
  );

  expect(answers.flatMap(({ codes }) => codes).filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
  const open = await clients[0].graphql('{ invitations(filter: { open: true }) { nodes { id } } }');
  expect(open.data.invitations.nodes).toHaveLength(1);
});

test('of 40 simultaneous wrong passwords for one person, two processes together check only 10', async () => {
  const { clients, visitors } = await someVisitors(40);
  const { email } = await makePerson(cluster.database, clients[0].owner);

  const pages = await Promise.all(
    visitors.map((visitor) => visitor.post('/console/sign-in', { email, password: 'a wrong password' }, fromOwnPage)),
  );

  expect(tally(pages.map(({ status }) => String(status)))).toEqual({ 403: 10, 429: 30 });
});

test('a sign-in that one process ends is over in the other at once', async () => {
  const { clients, visitors } = await someVisitors(2);
  const { email } = await makePerson(cluster.database, clients[0].owner);
  const [here, there] = visitors as [Visitor, Visitor];
  await here.post('/console/sign-in', { email, password: personPassword }, fromOwnPage);
  there.keep('console', here.cookie('console') ?? '');
  expect((await there.get('/console')).status).toBe(200);

  await here.post('/console/sign-out', {}, fromOwnPage);

  expect((await there.get('/console')).status).toBe(303);
});

/** A slow machine has no time for all visitors at once. */
const patient = (url: string) => new Visitor(url, { isPatient: true });

async function someVisitors(amount: number) {
  const clients = await cluster.clients();
  const visitors = Array.from({ length: amount }, (_, index) => patient(clients[index % 2 === 0 ? 0 : 1].url));
  return { clients, visitors };
}
