import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { connectServices, makeContacts, makeGroup } from '../../support/make-contacts.ts';

/*
 * The eight paths of smstool and emailtool as existing callers know them. The expected answers are typed from the
 * documentation of the wire: `amount_of_groups` and `contacts` are numbers, and all other values are text.
 */

const app = useApp();

const ok = { status: { status: 'OK' } };
const group_id = expect.stringMatching(/^gro_[0-9a-z]{12}$/);
const contact_id = expect.stringMatching(/^con_[0-9a-z]{16}$/);
const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

const connected = async () => {
  const client = await app.client();
  await connectServices(app.database, client.owner);
  return client;
};

/** The instant of the opt-out of the sample. */
const optOut = async ({ owner }: Client, channel: 'SMS' | 'EMAIL', address: string) => {
  await app.database.transaction((transaction) =>
    transaction.change(
      'INSERT INTO opt_outs (account_id, channel, address, reason, created_at) VALUES (?, ?, ?, ?, ?)',
      [owner.account.id, channel, address, 'STOP', '2026-11-21 08:30:59.999'],
    ),
  );
};

test.for(['smstool', 'emailtool'])('%s/grouplist without groups', async (tool) => {
  const client = await connected();
  const { status, body } = await client.rest(`/v3/${tool}/grouplist`);
  expect([status, body]).toEqual([200, { ...ok, amount_of_groups: 0, group: [] }]);
});

test.for(['smstool', 'emailtool'])('%s/grouplist lists the groups, newest first', async (tool) => {
  const client = await connected();
  const channel = tool === 'smstool' ? 'SMS' : 'EMAIL';
  const older = await makeGroup(app.database, client.owner, { channel, createdAt: '2026-01-01 00:00:00.000' });
  await makeContacts(app.database, older, 3);
  const newer = await makeGroup(app.database, client.owner, { channel, name: 'Staff' });
  const group = [
    { ID: newer.id, name: 'Staff', contacts: 0 },
    { ID: older.id, name: 'Regulars', contacts: 3 },
  ];
  for (const method of ['POST', 'GET']) {
    const { body } = await client.rest(`/v3/${tool}/grouplist`, {}, {}, method);
    expect(body).toEqual({ ...ok, amount_of_groups: 2, group });
  }
});

test('smstool/addgroup returns the id of the group also without its prefix', async () => {
  const client = await connected();
  const { body } = await client.rest('/v3/smstool/addgroup', new URLSearchParams({ group_name: ' Regulars ' }));
  const groupid = body.group_id.replace('gro_', '');
  expect(body).toEqual({ ...ok, result: 'saved_successfully', group_id, groupid, group_name: 'Regulars' });
});

test('emailtool/addgroup returns the id of the group', async () => {
  const client = await connected();
  const { body } = await client.rest('/v3/emailtool/addgroup', { group_name: 'Regulars' });
  expect(body).toEqual({ ...ok, result: 'saved_successfully', group_id, group_name: 'Regulars' });
});

test('smstool/addcontact adds a contact, and changes the given fields of one that is there', async () => {
  const client = await connected();
  const { id: smsgroup } = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  const added = await client.rest('/v3/smstool/addcontact', {
    ...{ smsgroup, phone: '+49 (30) 123-4567', first_name: 'Ada', last_name: 'Lovelace', birthday: '1815-12-10' },
    ...{ customfield1: 'rye', customfield7: 'spelt' },
  });
  expect(added.body).toEqual({
    ...ok,
    ...{ group_id: smsgroup, phone: '49301234567', first_name: 'Ada', last_name: 'Lovelace' },
    ...{ result: 'saved_successfully', contact_id, action: 'contact_added' },
  });

  const again = new URLSearchParams({ smsgroup, phone: '+49301234567', first_name: 'Augusta', last_name: '' });
  const updated = await client.rest('/v3/smstool/addcontact', again);
  expect(updated.body).toEqual({ ...added.body, first_name: 'Augusta', action: 'contact_updated' });

  const listed = await client.rest('/v3/smstool/userlist', { smsgroup });
  expect(listed.body).toEqual({
    ...ok,
    ...{ group_id: smsgroup, group_name: 'Regulars', amount_of_contacts: '1' },
    contact: [
      {
        ...{ ID: added.body.contact_id, phone: '49301234567', first_name: 'Augusta', last_name: 'Lovelace' },
        ...{ unsubscribed: '0', birthday: '1815-12-10', created_at, customfield1: 'rye', customfield2: '' },
        ...{ customfield3: '', customfield4: '', customfield5: '', customfield6: '', customfield7: 'spelt' },
      },
    ],
  });
});

test('emailtool/addcontact adds a contact, and finds it in upper case', async () => {
  const client = await connected();
  const { id: emailgroup } = await makeGroup(app.database, client.owner);
  const given = { emailgroup, email: 'ada@example.com', first_name: 'Ada', birthday: '1815-12-10', custom10: 'rye' };
  const added = await client.rest('/v3/emailtool/addcontact', given);
  expect(added.body).toEqual({
    ...ok,
    ...{ group_id: emailgroup, email: 'ada@example.com', first_name: 'Ada', last_name: '' },
    ...{ result: 'saved_successfully', contact_id, action: 'contact_added' },
  });

  const updated = await client.rest('/v3/emailtool/addcontact', { emailgroup, email: 'ADA@example.com' });
  expect(updated.body).toEqual({ ...added.body, email: 'ADA@example.com', action: 'contact_updated' });

  const listed = await client.rest('/v3/emailtool/userlist', { emailgroup });
  expect(listed.body).toEqual({
    ...ok,
    ...{ group_id: emailgroup, group_name: 'Regulars', amount_of_contacts: '1' },
    contact: [
      {
        ...{ ID: added.body.contact_id, email: 'ADA@example.com', first_name: 'Ada', last_name: '' },
        ...{ unsubscribed: '0', birthday: '1815-12-10', created_at, custom1: '', custom2: '', custom3: '' },
        ...{ custom4: '', custom5: '', custom6: '', custom7: '', custom8: '', custom9: '', custom10: 'rye' },
      },
    ],
  });
});

test('userlist of a group without contacts', async () => {
  const client = await connected();
  const { id: smsgroup } = await makeGroup(app.database, client.owner, { channel: 'SMS', name: 'Staff' });
  const { body } = await client.rest('/v3/smstool/userlist', { smsgroup });
  expect(body).toEqual({ ...ok, group_id: smsgroup, group_name: 'Staff', amount_of_contacts: '0', contact: [] });
});

test.for([
  ['smstool', 'SMS', '+493012345678'],
  ['emailtool', 'EMAIL', 'ada@example.com'],
] as const)('%s/userlist tells since when an address is unsubscribed', async ([tool, channel, address]) => {
  const [client, stranger] = [await connected(), await connected()];
  const group = await makeGroup(app.database, client.owner, { channel });
  await makeContacts(app.database, group, [{}, { address: channel === 'EMAIL' ? 'Ada@Example.com' : address }]);
  await optOut(client, channel, address);
  await optOut(stranger, channel, channel === 'EMAIL' ? 'contact0@example.com' : '+493010000000');
  await optOut(client, channel === 'EMAIL' ? 'SMS' : 'EMAIL', 'contact0@example.com');

  const { body } = await client.rest(`/v3/${tool}/userlist`, { [`${channel.toLowerCase()}group`]: group.id });
  const [ada, other] = body.contact;
  expect(ada).toMatchObject({ unsubscribed: '1', unsubscribedate: '21/11/2026 08:30 UTC' });
  expect(other).toMatchObject({ unsubscribed: '0' });
  expect(other).not.toHaveProperty('unsubscribedate');
});

test('userlist returns all contacts, newest first', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner);
  const made = await makeContacts(app.database, group, 2500);
  const { body } = await client.rest('/v3/emailtool/userlist', { emailgroup: group.id });
  expect(body.amount_of_contacts).toBe('2500');
  const addresses = body.contact.map(({ email }: { email: string }) => email);
  expect(addresses).toEqual(made.map(({ address }) => address).toReversed());
});
