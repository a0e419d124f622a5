import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { type ConsolePerson, consolePersonOf } from '../../support/console-person.ts';
import { connectServices, makeContacts, makeGroup } from '../../support/make-contacts.ts';

const app = useApp();
const hostile = '<img src=x onerror=alert(1)>';
let client: Client;
let person: ConsolePerson;

beforeEach(async () => {
  client = await app.client();
  await connectServices(app.database, client.owner);
  person = await consolePersonOf(app, client.owner);
});

test('groups are created, found, renamed and deleted', async () => {
  expect((await person.open('/contacts')).text).toContain('No groups yet');
  const german = await consolePersonOf(app, client.owner, { language: 'de' });
  expect((await german.open('/contacts')).text).toContain('Noch keine Gruppen');
  const created = await person.send('/contacts', 'add', { name: hostile, channel: 'SMS' });
  expect(created.to).toMatch(/^\/contacts\/gro_\w{12}\?done=contacts\.add$/);
  const path = created.to?.replace(/\?.*/, '') ?? '';
  const { text } = await person.open('/contacts?search=ONERROR');
  expect(text).toContain('&lt;img src=x');
  expect(text).not.toContain('<img src=x');
  expect((await person.open('/contacts?search=zzz')).text).toContain('No matching groups');
  expect((await person.send(path, 'rename', { name: ' ' })).text).toContain('id="rename--name-problem"');
  await person.send(path, 'rename', { name: 'Regulars' });
  expect((await person.open(path)).text).toContain('Regulars');
  expect((await person.send(path, 'delete')).to).toBe('/contacts?done=contacts.delete');
  expect((await person.open(path)).status).toBe(404);
});

test('without a service, no group can be created, and its groups cannot be opened', async () => {
  const other = await app.client();
  const group = await makeGroup(app.database, other.owner);
  const stranger = await consolePersonOf(app, other.owner);
  const refused = await stranger.send('/contacts', 'add', { name: 'Regulars', channel: 'EMAIL' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('id="add--channel-problem"');
  expect((await stranger.open(`/contacts/${group.id}`)).status).toBe(422);
});

test('contacts are added, found by their address, changed and removed', async () => {
  const group = await makeGroup(app.database, client.owner);
  const path = `/contacts/${group.id}`;
  const refused = await person.send(path, 'addEmail', { email: 'nonsense', firstName: hostile });
  expect(refused.text).toContain('id="addEmail--email-problem"');
  expect(refused.text).not.toContain('<img src=x');
  await person.send(path, 'addEmail', { email: 'ada@example.com', firstName: hostile, custom10: 'rye' });
  const [ben] = await makeContacts(app.database, group, [{ address: 'ben@example.com' }]);
  const { text } = await person.open(`${path}?search=AD`);
  expect(text).toContain('ada@example.com');
  expect(text).not.toContain('ben@example.com');
  expect(text).not.toContain('<img src=x');
  expect((await person.open(`${path}?search=zoe`)).text).toContain('No address begins with this');

  const contact = `${path}/${ben?.id}`;
  await person.send(contact, 'saveEmail', { email: 'ben@example.com', firstName: 'Ben', birthday: '1990-12-31' });
  expect((await person.open(contact)).text).toContain('value="1990-12-31"');
  const wrong = await person.send(contact, 'saveEmail', { email: 'ben@example.com', birthday: '31.12.1990' });
  expect(wrong.text).toContain('id="saveEmail--birthday-problem"');
  await person.send(contact, 'saveEmail', { email: 'ben@example.com', firstName: 'Ben', birthday: '' });
  expect((await person.open(contact)).text).not.toContain('1990-12-31');
  expect((await person.send(contact, 'remove', { contact: ben?.id ?? '' })).to).toBe(`${path}?done=contacts.remove`);
  expect((await person.open(contact)).status).toBe(404);
});

test('a contact is found only in its group', async () => {
  const [one, other] = [await makeGroup(app.database, client.owner), await makeGroup(app.database, client.owner)];
  const [contact] = await makeContacts(app.database, one, 1);
  expect((await person.open(`/contacts/${one.id}/${contact?.id}`)).status).toBe(200);
  expect((await person.open(`/contacts/${other.id}/${contact?.id}`)).status).toBe(404);
  expect((await person.open(`/contacts/${one.id}/${one.id}`)).status).toBe(404);
  expect((await person.open(`/contacts/${one.id}/nonsense`)).status).toBe(400);
});

test('contacts are downloaded as CSV, by those who may', async () => {
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, 2);
  const { status, to } = await person.send(`/contacts/${group.id}`, 'export');
  expect(status).toBe(303);
  const download = await fetch(new URL(to ?? '', `${app.url}/console/`));
  expect(await download.text()).toContain('contact1@example.com');
  const analyst = await consolePersonOf(app, client.owner, { role: 'ANALYST' });
  expect((await analyst.open(`/contacts/${group.id}`)).text).not.toContain('name="_form"');
});

test('a file is taken in, and the report names the rows that were refused', async () => {
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, [{ address: 'ada@example.com' }]);
  const path = `/contacts/${group.id}/upload`;
  const rows = ['email;first name', 'ada@example.com;Ada', `ben@example.com;${hostile}`, `${hostile};Eve`, ';Nobody'];
  const { status, text } = await person.sendFile(path, 'file', rows.join('\n'));
  expect(status).toBe(200);
  expect(text).toContain('2 rows imported');
  expect(text).toContain('Not a valid address');
  expect(text).toContain('The address is missing');
  expect(text).toContain('&lt;img src=x');
  expect(text).not.toContain('<img src=x');
  expect((await person.open(`/contacts/${group.id}`)).text).toContain('2 contacts');
});

test('a group for SMS says at its field that the number is missing', async () => {
  const { id } = await makeGroup(app.database, client.owner, { channel: 'SMS' });

  const { text } = await person.send(`/contacts/${id}`, 'addPhone', { phone: ' ' });

  expect(text).toMatch(/id="addPhone--phone-problem"[^>]*>Please fill in this field\./);
});

test('a file that names no address changes nothing, and long reports are cut', async () => {
  const group = await makeGroup(app.database, client.owner);
  const path = `/contacts/${group.id}/upload`;
  const nameless = await person.sendFile(path, 'file', 'name\nAda');
  expect(nameless.text).toContain('No column has the right name.');
  expect((await person.sendFile(path, 'file', '')).text).toContain('The file is empty.');
  const long = await person.sendFile(path, 'file', `email\n${'nonsense\n'.repeat(300)}`);
  expect(long.text).toContain('The first 100 refused rows:');
  expect(long.text.match(/Not a valid address/g)).toHaveLength(100);
  expect((await person.sendFile(path, 'nonsense', 'email\nada@example.com')).status).toBeGreaterThanOrEqual(400);
  expect((await person.open(`/contacts/${group.id}`)).text).toContain('No contacts in this group yet');
});

test('opt-outs are added, found and removed', async () => {
  expect((await person.open('/contacts/opt-outs')).text).toContain('Nobody has opted out');
  const add = (channel: string, address: string) => person.send('/contacts/opt-outs', 'add', { channel, address });
  expect((await add('EMAIL', hostile)).text).toContain('id="add--address-problem"');
  await add('EMAIL', 'Ada@example.com');
  await add('SMS', '+49 30 1234567');
  const { text } = await person.open('/contacts/opt-outs?search=0049');
  expect(text).toContain('+49301234567');
  expect(text).not.toContain('ada@example.com');
  expect((await person.open('/contacts/opt-outs?channel=EMAIL')).text).not.toContain('+49301234567');
  expect((await person.open('/contacts/opt-outs?channel=nonsense')).status).toBe(200);
  const remove = () => person.send('/contacts/opt-outs', 'remove', { channel: 'EMAIL', address: 'ada@example.com' });
  expect((await remove()).to).toBe('/contacts/opt-outs?done=remove');
  expect((await remove()).status).toBe(422);
});
