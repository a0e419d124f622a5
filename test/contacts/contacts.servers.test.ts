import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { runJobs } from '../support/jobs.ts';
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
  await runJobs(app.database);
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

test('groups of all connected services are listed together, and found by a part of their name', async () => {
  const client = await connected();
  const make = (group: object) => makeGroup(app.database, client.owner, group);
  await make({ name: 'Regulars', createdAt: '2026-01-01 10:00:00' });
  await make({ name: 'ÖFEN', channel: 'SMS', createdAt: '2026-01-02 10:00:00' });
  await make({ name: 'Ofen & mehr', createdAt: '2026-01-03 10:00:00' });
  const names = async (as: Client, page: string) => {
    const { data } = await as.graphql(
      `{ contactGroups(${page}) { nodes { name } pageInfo { hasNextPage endCursor } } }`,
    );
    return [data.contactGroups.nodes.map(({ name }: { name: string }) => name), data.contactGroups.pageInfo];
  };
  const [first, { endCursor }] = await names(client, 'first: 2');
  expect(first).toEqual(['Ofen & mehr', 'ÖFEN']);
  expect((await names(client, `first: 2, after: "${endCursor}"`))[0]).toEqual(['Regulars']);
  expect((await names(client, 'last: 2'))[0]).toEqual(['ÖFEN', 'Regulars']);
  expect((await names(client, 'filter: { text: "öfen" }'))[0]).toEqual(['ÖFEN']);
  expect((await names(client, 'filter: { text: "ofen" }'))[0]).toEqual(['Ofen & mehr']);

  await app.database.transaction((transaction) =>
    transaction.change("UPDATE integrations SET disconnected_at = ? WHERE account_id = ? AND channel = 'SMS_SERVICE'", [
      '2026-01-04 10:00:00',
      client.owner.account.id,
    ]),
  );
  expect((await names(client, 'first: 9'))[0]).toEqual(['Ofen & mehr', 'Regulars']);
  expect((await names(await app.client(), 'first: 9'))[0]).toEqual([]);
});

test('a search finds contacts by the beginning of their address, in alphabetical order, page by page', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner);
  const addresses = ['zoe@example.com', 'Ada@example.com', 'adam@example.com', 'a_da@example.com', 'ad@example.com'];
  await makeContacts(
    app.database,
    group,
    addresses.map((address) => ({ address })),
  );
  const found = async (page: string) => {
    const { data } = await list(client, group.id, page);
    return [data.contacts.nodes.map(({ email }: { email: string }) => email), data.contacts.pageInfo];
  };
  const search = ', filter: { beginning: " AD" }';
  expect((await found(search))[0]).toEqual(['ad@example.com', 'Ada@example.com', 'adam@example.com']);
  const [first, { endCursor, hasNextPage }] = await found(`${search}, first: 2`);
  expect([first, hasNextPage]).toEqual([['ad@example.com', 'Ada@example.com'], true]);
  expect((await found(`${search}, first: 2, after: "${endCursor}"`))[0]).toEqual(['adam@example.com']);
  expect((await found(`${search}, last: 1`))[0]).toEqual(['adam@example.com']);
  expect((await found(', filter: { beginning: "a_" }'))[0]).toEqual(['a_da@example.com']);
  expect((await found(', filter: { beginning: " " }'))[0]).toHaveLength(5);
  const address = 'address: "adam@example.com"';
  expect((await found(`, filter: { beginning: "ad", ${address} }`))[0]).toEqual(['adam@example.com']);
  expect((await found(`, filter: { beginning: "zo", ${address} }`))[0], 'both must match').toEqual([]);
  const { codes } = await list(client, group.id, `, after: "${endCursor}"`);
  expect(codes, 'a cursor of another order').toEqual(['INVALID_INPUT']);
});

test('a search finds phone numbers by their beginning in any notation', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  await makeContacts(app.database, group, [{ address: '+493012345' }, { address: '+431234567' }]);
  const found = async (search: string) => {
    const { data } = await list(client, group.id, `, filter: { beginning: "${search}" }`);
    return data.contacts.nodes.map(({ phone }: { phone: string }) => phone);
  };
  for (const text of ['+49 (30)', '0049 30-1', '4930', '+493012345']) expect(await found(text)).toEqual(['+493012345']);
  expect(await found('4')).toEqual(['+431234567', '+493012345']);
  expect(await found('ada')).toEqual([]);
});
