import { expect, test } from 'vitest';
import { connectServices, makeContacts, makeGroup } from '../support/make-contacts.ts';
import { useTwoServers } from '../support/processes.ts';

const cluster = useTwoServers();

const facts = async (group: string) => {
  const [counted] = await cluster.database.rows<{ contacts: number; last: number }>(
    'SELECT g.contacts AS contacts, g.last_number AS last FROM contact_groups g WHERE g.id = ?',
    [group],
  );
  const rows = await cluster.database.rows<{ number: number }>(
    'SELECT c.number AS number FROM contacts c WHERE c.group_id = ? ORDER BY c.number',
    [group],
  );
  return { counted: counted?.contacts, last: counted?.last, numbers: rows.map(({ number }) => number) };
};

test('200 simultaneous additions of one address through two processes make one contact', async () => {
  const clients = await cluster.clients();
  await connectServices(cluster.database, clients[0].owner);
  const group = await makeGroup(cluster.database, clients[0].owner);

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      clients[index % 2 === 0 ? 0 : 1].rest('/v3/emailtool/addcontact', {
        emailgroup: group.id,
        email: index % 3 === 0 ? 'ADA@example.com' : 'ada@example.com',
        [`custom${(index % 10) + 1}`]: 'given',
      }),
    ),
  );

  const actions = answers.map(({ body }) => body.action);
  expect(actions.filter((action) => action === 'contact_added')).toHaveLength(1);
  expect(actions.filter((action) => action === 'contact_updated')).toHaveLength(199);
  expect(new Set(answers.map(({ body }) => body.contact_id)).size).toBe(1);
  expect(await facts(group.id)).toEqual({ counted: 1, last: 1, numbers: [1] });
  const { body } = await clients[0].rest('/v3/emailtool/userlist', { emailgroup: group.id });
  const [{ ID, email, created_at, first_name, last_name, birthday, unsubscribed, ...customs }] = body.contact;
  expect(Object.values(customs)).toEqual(Array(10).fill('given'));
});

test('simultaneous additions and removals keep the number of contacts exact', async () => {
  const clients = await cluster.clients();
  await connectServices(cluster.database, clients[0].owner);
  const group = await makeGroup(cluster.database, clients[0].owner);
  const removed = await makeContacts(cluster.database, group, 50);

  const calls = removed.flatMap(({ id }, index) => {
    const [one, other] = index % 2 === 0 ? clients : clients.toReversed();
    const input = { group: group.id, contact: id };
    const remove = 'mutation ($input: RemoveContactInput!) { removeContact(input: $input) { id } }';
    return [
      one?.rest('/v3/emailtool/addcontact', { emailgroup: group.id, email: `new${index}@example.com` }),
      other?.graphql(remove, { input }),
      one?.graphql(remove, { input }),
    ];
  });
  const answers = await Promise.all(calls);

  const refused = answers.flatMap((answer) => answer?.codes.map(String) ?? []);
  expect(refused).toEqual(Array(50).fill('CONTACT_NOT_FOUND'));
  const { counted, last, numbers } = await facts(group.id);
  expect([counted, last]).toEqual([50, 100]);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => 51 + index));
});
