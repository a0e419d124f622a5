import { expect, test } from 'vitest';
import { runNext } from '../../src/kernel/jobs/job-worker.ts';
import { createLog } from '../../src/main/process/log.ts';
import { handlers } from '../../src/main/registries/job-handlers.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { connectServices, makeContacts, makeGroup } from '../support/make-contacts.ts';

const app = useAppWithDatabaseOfItsOwn();

const connected = async () => {
  const client = await app.client();
  await connectServices(app.database, client.owner);
  return client;
};

const list = (client: Client, group: string, page = '') =>
  client.graphql(
    `query ($group: ID!) { contacts(group: $group${page}) { nodes { email phone firstName custom8 } pageInfo { hasNextPage endCursor } } }`,
    { group },
  );

const add = (client: Client, input: object) =>
  client.graphql(
    `mutation ($input: AddContactInput!) { addContact(input: $input) { updated contact { id email phone firstName lastName custom1 } } }`,
    { input },
  );

const countOf = async (client: Client, channel: 'EMAIL' | 'SMS') => {
  const { data } = await client.graphql(`{ contactGroups(channel: ${channel}) { nodes { id contacts } } }`);
  return data.contactGroups.nodes;
};

test('addContact changes given fields, clears null ones and keeps the others', async () => {
  const client = await connected();
  const { id: group } = await makeGroup(app.database, client.owner);
  const email = 'ada@example.com';
  await add(client, { group, email, firstName: 'Ada', lastName: 'Lovelace', custom1: 'rye' });
  const { data } = await add(client, { group, email, firstName: 'Augusta', lastName: null });
  expect(data.addContact).toMatchObject({
    updated: true,
    contact: { firstName: 'Augusta', lastName: null, custom1: 'rye' },
  });
  expect(await countOf(client, 'EMAIL')).toEqual([{ id: group, contacts: 1 }]);
});

test('several groups may contain the same address', async () => {
  const client = await connected();
  const groups = [await makeGroup(app.database, client.owner), await makeGroup(app.database, client.owner)];
  for (const { id: group } of groups) {
    const { data } = await add(client, { group, email: 'ada@example.com' });
    expect(data.addContact.updated).toBe(false);
  }
});

test('a contact requires one address, of the channel of its group, and valid fields', async () => {
  const client = await connected();
  const { id: group } = await makeGroup(app.database, client.owner);
  const { id: smsGroup } = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  const refused = async (input: object) => {
    const { errors } = await add(client, input);
    return errors.map(({ extensions }) => [extensions.code, extensions.field]);
  };
  const both = { email: 'ada@example.com', phone: '+49301234567' };
  expect(await refused({ group })).toEqual([['INVALID_INPUT', 'email']]);
  expect(await refused({ group, ...both })).toEqual([['INVALID_INPUT', 'phone']]);
  expect(await refused({ group, phone: both.phone })).toEqual([['CONTACT_GROUP_NOT_FOUND', undefined]]);
  expect(await refused({ group: smsGroup, email: both.email })).toEqual([['CONTACT_GROUP_NOT_FOUND', undefined]]);
  expect(await refused({ group: smsGroup, phone: both.phone, custom8: 'x' })).toEqual([['INVALID_INPUT', 'custom8']]);
});

test('contacts are listed page by page in both directions', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, 5);
  const emails = ({ data }: Awaited<ReturnType<typeof list>>) =>
    data.contacts.nodes.map(({ email }: { email: string }) => email.slice('contact'.length, -'@example.com'.length));
  const first = await list(client, group.id, ', first: 2');
  const cursor = first.data.contacts.pageInfo.endCursor;
  expect(emails(first)).toEqual(['4', '3']);
  expect(emails(await list(client, group.id, `, first: 9, after: "${cursor}"`))).toEqual(['2', '1', '0']);
  expect(emails(await list(client, group.id, `, last: 9, before: "${cursor}"`))).toEqual(['4']);
  expect(emails(await list(client, group.id, ', last: 2'))).toEqual(['1', '0']);
});

test('a group can be renamed; a removed contact is no longer counted, and its address can be added again', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner);
  const [one] = await makeContacts(app.database, group, 2);
  const input = { id: group.id, name: 'Friends' };
  const rename = 'mutation ($input: UpdateContactGroupInput!) { updateContactGroup(input: $input) { name contacts } }';
  const renamed = await client.graphql(rename, { input });
  expect(renamed.data.updateContactGroup).toEqual({ name: 'Friends', contacts: 2 });

  const remove = (contact?: string) =>
    client.graphql('mutation ($input: RemoveContactInput!) { removeContact(input: $input) { id email } }', {
      input: { group: group.id, contact },
    });
  expect((await remove(one?.id)).data.removeContact).toEqual({ id: one?.id, email: one?.address });
  expect((await remove(one?.id)).codes).toEqual(['CONTACT_NOT_FOUND']);
  expect(await countOf(client, 'EMAIL')).toEqual([{ id: group.id, contacts: 1 }]);
  const { data } = await add(client, { group: group.id, email: one?.address });
  expect(data.addContact.updated).toBe(false);
});

test('a deleted group disappears at once, and a job removes it with its contacts', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, 2100);
  const remove = 'mutation ($id: ID!) { deleteContactGroup(input: { id: $id }) { id contacts } }';
  const { data } = await client.graphql(remove, { id: group.id });
  expect(data.deleteContactGroup).toEqual({ id: group.id, contacts: 2100 });
  expect((await client.graphql(remove, { id: group.id })).codes).toEqual(['CONTACT_GROUP_NOT_FOUND']);
  expect(await countOf(client, 'EMAIL')).toEqual([]);
  expect((await list(client, group.id)).codes).toEqual(['CONTACT_GROUP_NOT_FOUND']);
  while (await runNext(app.database, handlers, createLog('silent')));
  expect(await app.database.rows('SELECT 1 FROM contacts c WHERE c.group_id = ?', [group.id])).toEqual([]);
  expect(await app.database.rows('SELECT 1 FROM contact_groups g WHERE g.id = ?', [group.id])).toEqual([]);
});

test('groups are inaccessible without the service of their channel', async () => {
  const client = await app.client();
  const group = await makeGroup(app.database, client.owner);
  expect((await list(client, group.id)).codes).toEqual(['NO_EMAIL_SERVICE']);
  expect((await list(client, group.id, ', channel: SMS')).codes).toEqual(['NO_SMS_SERVICE']);
  expect((await add(client, { group: group.id, phone: '+49301234567' })).codes).toEqual(['NO_SMS_SERVICE']);
});

test('filters find groups by name, and contacts by their address in any notation', async () => {
  const client = await connected();
  const regulars = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  await makeGroup(app.database, client.owner, { channel: 'SMS', name: 'Others' });
  await makeContacts(app.database, regulars, 3);
  const found = await client.graphql('{ contactGroups(channel: SMS, filter: { name: "Regulars" }) { nodes { id } } }');
  expect(found.data.contactGroups.nodes).toEqual([{ id: regulars.id }]);
  const { data } = await list(client, regulars.id, ', filter: { address: "+49 (30) 1000-0001" }');
  expect(data.contacts.nodes).toMatchObject([{ phone: '+493010000001' }]);
  expect((await list(client, regulars.id, ', filter: { address: "nobody" }')).data.contacts.nodes).toEqual([]);
});
