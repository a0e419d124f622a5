import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeAccount } from '../../support/make.ts';
import { join } from '../../support/make-people.ts';

const app = useApp();
const hostile = `<script>alert("x")</script>' onx="`;
const escaped = '&lt;script>alert(&quot;x&quot;)&lt;/script>';

test('an owner changes the account and clears its domain; a marketer only sees it', async () => {
  const client = await app.client();
  const [owner, marketer] = [
    await ConsoleVisitor.of(app, client.owner),
    await ConsoleVisitor.of(app, client.owner, { role: 'MARKETER' }),
  ];
  const fields = { name: hostile, domain: 'bakery.example', timezone: 'Asia/Kathmandu' };

  expect(await owner.post('/settings', 'update', fields)).toMatchObject({
    status: 303,
    location: '/console/settings?done=update',
  });
  const shown = await owner.get('/settings?done=update');
  expect(shown.text).toContain('Saved.');
  expect(shown.text).toContain(escaped.slice(0, 20));
  expect(shown.text).not.toContain('<script>alert');
  const seen = await marketer.get('/settings');
  expect(seen.text).toContain('Asia/Kathmandu');
  expect(seen.text).not.toContain('name="_form" value="update"');

  await owner.post('/settings', 'update', { ...fields, name: 'Bakery', domain: '' });
  const { data } = await client.graphql('{ viewer { account { name domain timezone } } }');
  expect(data.viewer.account).toEqual({ name: 'Bakery', domain: null, timezone: 'Asia/Kathmandu' });
});

test.each([
  [{ name: '' }, 'name'],
  [{ domain: 'https://bakery.example' }, 'domain'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
])('the account with %o is refused at its field, and what was typed stays', async (wrong, field) => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  const answer = await owner.post('/settings', 'update', { name: 'A bakery', timezone: 'UTC', ...wrong });

  expect(answer.status).toBe(422);
  expect(answer.text).toContain(`id="update--${field}-problem"`);
  expect(answer.text).toContain(Object.values(wrong)[0] || 'value="UTC"');
  const { data } = await client.graphql('{ viewer { account { name } } }');
  expect(data.viewer.account.name).toBe('Test');
});

test('the balance of emails grows by what was added, and not by more', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  expect((await owner.post('/settings', 'topUp', { amount: '2500' })).status).toBe(303);
  for (const amount of ['0', '-5', '1.5', 'many', '1000000001', ''])
    expect(await owner.post('/settings', 'topUp', { amount }), amount).toMatchObject({ status: 422 });

  expect((await owner.get('/settings')).text).toContain('2,500');
  const { data } = await client.graphql('{ viewer { account { emailBalance } } }');
  expect(data.viewer.account.emailBalance).toBe(2500);
});

test('subaccounts are created, found, renamed and acted for', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  expect((await owner.get('/settings/accounts')).text).toContain('No subaccounts yet');
  for (const name of [hostile, 'Bäckerei Süd'])
    expect((await owner.post('/settings/accounts', 'create', { name })).status).toBe(303);
  expect((await owner.post('/settings/accounts', 'create', { name: '' })).status).toBe(422);

  const all = await owner.get('/settings/accounts');
  expect(all.text).toContain('Bäckerei Süd');
  expect(all.text).not.toContain('<script>alert');
  const found = await owner.get(`/settings/accounts?search=${encodeURIComponent('SÜD')}`);
  const [, id = ''] = /settings\/accounts\/(acc_\w+)/.exec(found.text) ?? [];
  expect(found.text.match(/settings\/accounts\/acc_/g)).toHaveLength(1);
  expect((await owner.get('/settings/accounts?search=zzz')).text).toContain('No matching subaccounts');

  const record = `/settings/accounts/${id}`;
  expect((await owner.get(record)).text).toContain('value="Bäckerei Süd"');
  expect((await owner.post(record, 'update', { name: 'Süd', timezone: 'Europe/Berlin' })).status).toBe(303);
  expect((await owner.post('/settings/accounts', 'choose', { account: id })).location).toMatch(
    /^\/console\/settings\/accounts/,
  );
  const acting = await owner.get('/settings');
  expect(acting.text).toContain('value="Süd"');
  expect((await owner.post('/settings/accounts', 'choose', { account: client.owner.account.id })).status).toBe(303);
  expect((await owner.get('/settings')).text).toContain('value="Test"');
});

test('nobody opens or switches to the account of somebody else', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const stranger = await makeAccount(app.database);

  for (const id of [stranger.account.id, 'acc_0000000000000000'])
    expect((await owner.get(`/settings/accounts/${id}`)).status).toBe(404);
  for (const account of [stranger.account.id, 'x', ''])
    expect((await owner.post('/settings/accounts', 'choose', { account })).status).toBe(422);
  const update = { name: 'Mine', timezone: 'UTC' };
  expect((await owner.post(`/settings/accounts/${stranger.account.id}`, 'update', update)).status).toBe(404);
});

test('an analyst of two accounts switches, and sees no subaccounts', async () => {
  const [here, there] = [await app.client(), await app.client()];
  const analyst = await ConsoleVisitor.of(app, here.owner, { role: 'ANALYST' });
  await join(app.database, there.owner, analyst.person, 'MARKETER');

  const page = await analyst.get('/settings/accounts');
  expect(page.text).toContain('Your accounts');
  expect(page.text).not.toContain('Subaccounts');
  await analyst.post('/settings/accounts', 'choose', { account: there.owner.account.id });
  expect((await analyst.get('/settings')).text).toContain(there.owner.account.id);
});

test('the settings speak German', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner, { language: 'de' });

  const { text } = await owner.get('/settings');

  expect(text).toContain('<html lang="de">');
  for (const words of ['Einstellungen', 'Zeitzone', 'Personen', 'Aufträge']) expect(text).toContain(words);
});
