import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { connectServices, makeContacts, makeGroup } from '../../../support/make-contacts.ts';

const app = useApp();
const ok = { status: { status: 'OK' } };

const connected = async () => {
  const client = await app.client();
  await connectServices(app.database, client.owner);
  return client;
};

test.for(['smstool', 'emailtool'])(
  '%s: groups can be created and listed, newest first, with their contacts',
  async (tool) => {
    const client = await connected();
    expect((await client.rest(`/v3/${tool}/grouplist`)).body).toEqual({ ...ok, group: [], amount_of_groups: 0 });
    const created = await client.rest(`/v3/${tool}/addgroup`, new URLSearchParams({ group_name: ' Regulars ' }));
    const { group_id } = created.body;
    expect(created.body).toEqual({ ...ok, group_id: expect.stringMatching(/^gro_[0-9a-z]{12}$/), name: 'Regulars' });
    const channel = tool === 'smstool' ? 'SMS' : 'EMAIL';
    const other = await makeGroup(app.database, client.owner, { channel, createdAt: '2026-01-01 00:00:00.000' });
    await makeContacts(app.database, other, 3);
    expect((await client.rest(`/v3/${tool}/grouplist`)).body).toEqual({
      ...ok,
      amount_of_groups: 2,
      group: [
        { ID: group_id, name: 'Regulars', contacts: 0 },
        { ID: other.id, name: 'Regulars', contacts: 3 },
      ],
    });
  },
);

test('an SMS contact can be added, partly changed, and listed', async () => {
  const client = await connected();
  const { id: smsgroup } = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  const added = await client.rest('/v3/smstool/addcontact', {
    ...{ smsgroup, phone: '+49 (30) 123-4567', first_name: 'Ada', last_name: 'Lovelace', birthday: '1815-12-10' },
    ...{ customfield1: 'rye', customfield7: 'spelt' },
  });
  const contact = {
    ...{ ID: expect.stringMatching(/^con_[0-9a-z]{16}$/), phone: '+49301234567', first_name: 'Ada' },
    ...{ last_name: 'Lovelace', birthday: '1815-12-10', customfield1: 'rye', customfield2: '', customfield3: '' },
    ...{ customfield4: '', customfield5: '', customfield6: '', customfield7: 'spelt' },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  };
  expect(added.body).toEqual({ ...ok, group_id: smsgroup, contact, action: 'contact_added' });

  const again = { smsgroup, phone: '+49301234567', first_name: 'Augusta', last_name: '', customfield2: 'oat' };
  const updated = await client.rest('/v3/smstool/addcontact', again);
  const changed = { ...contact, ID: added.body.contact.ID, first_name: 'Augusta', customfield2: 'oat' };
  expect(updated.body).toEqual({ ...ok, group_id: smsgroup, contact: changed, action: 'contact_updated' });

  const listed = await client.rest('/v3/smstool/userlist', { smsgroup });
  expect(listed.body).toEqual({ ...ok, group_id: smsgroup, amount_of_contacts: 1, contacts: [changed] });
});

test('an email contact can be added, found again in upper case, and listed', async () => {
  const client = await connected();
  const { id: emailgroup } = await makeGroup(app.database, client.owner);
  const added = await client.rest('/v3/emailtool/addcontact', {
    ...{ emailgroup, email: 'ada@example.com', first_name: 'Ada', birthday: '1815-12-10', custom10: 'rye' },
  });
  const contact = {
    ...{ ID: expect.stringMatching(/^con_/), email: 'ada@example.com', first_name: 'Ada', last_name: '' },
    ...{ birthday: '1815-12-10', custom1: '', custom2: '', custom3: '', custom4: '', custom5: '', custom6: '' },
    ...{ custom7: '', custom8: '', custom9: '', custom10: 'rye', created_at: expect.any(String) },
  };
  expect(added.body).toEqual({ ...ok, group_id: emailgroup, contact, action: 'contact_added' });
  const updated = await client.rest('/v3/emailtool/addcontact', { emailgroup, email: 'ADA@example.com' });
  const changed = { ...contact, email: 'ADA@example.com' };
  expect(updated.body).toEqual({ ...ok, group_id: emailgroup, contact: changed, action: 'contact_updated' });
  const listed = await client.rest('/v3/emailtool/userlist', { emailgroup });
  expect(listed.body).toEqual({ ...ok, group_id: emailgroup, amount_of_contacts: 1, contacts: [changed] });
});

test('userlist returns all contacts, newest first', async () => {
  const client = await connected();
  const group = await makeGroup(app.database, client.owner);
  const made = await makeContacts(app.database, group, 2500);
  const { body } = await client.rest('/v3/emailtool/userlist', { emailgroup: group.id });
  expect(body.amount_of_contacts).toBe(2500);
  const addresses = body.contacts.map(({ email }: { email: string }) => email);
  expect(addresses).toEqual(made.map(({ address }) => address).toReversed());
});
