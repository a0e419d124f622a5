import { expect, test } from 'vitest';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { openEmpty } from '../../kernel/database/scratch.ts';
import { Visitor } from '../../pages/visitor.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { Client } from '../../support/client.ts';
import { runCommand } from '../../support/command.ts';
import { makeAccount } from '../../support/make.ts';
import { fromOwnPage } from '../../support/make-people.ts';

const app = useAppWithBackground();

test('migrate migrates an empty database once', async () => {
  const { url } = await openEmpty();

  const first = await cli(['migrate'], url);
  const second = await cli(['migrate'], url);

  expect(first.output).toMatch(/^Ran \w+/);
  expect(second.output).toBe('Nothing to do\n');
});

test('other commands ask for a migrated database', async () => {
  const { url } = await openEmpty();

  expect(await cli(['account', 'create', '--name', 'Bakery'], url)).toMatchObject({
    code: 1,
    output: '',
    errors: 'The database is not migrated: run npm run migrate\n',
  });
});

test('account create makes an account whose first key has every scope', async () => {
  const { output, code } = await cli([
    ...'account create --timezone Europe/Berlin --domain bakery.example --name'.split(' '),
    'My Bakery',
  ]);

  expect(code).toBe(0);
  const { data } = await clientOf(output).graphql('{ viewer { account { id name domain timezone } scopes } }');
  expect(data.viewer).toEqual({
    account: {
      id: /acc_\w{16}/.exec(output)?.[0],
      name: 'My Bakery',
      domain: 'bakery.example',
      timezone: 'Europe/Berlin',
    },
    scopes: ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'],
  });
});

test('key create makes a key with scopes and an expiry', async () => {
  const { account } = await makeAccount(app.database);

  const { output } = await cli(
    `key create --account ${account.id} --name till --scopes read,redeem --expires 2099-01-01`.split(' '),
  );

  const { data } = await clientOf(output).graphql('{ viewer { account { id } keyName scopes } }');
  expect(data.viewer).toEqual({ account: { id: account.id }, keyName: 'till', scopes: ['READ', 'REDEEM'] });
  expect((await cli(['key', 'list', '--account', account.id])).output).toContain('2099-01-01 00:00:00.000');
});

test('key create makes a read-only key by default', async () => {
  const { account } = await makeAccount(app.database);

  const { output } = await cli(`key create --account ${account.id} --name screen`.split(' '));

  const { data } = await clientOf(output).graphql('{ viewer { scopes } }');
  expect(data.viewer.scopes).toEqual(['READ']);
});

test('key list shows only the keys of the account, and no secret', async () => {
  const { account, keyId, secret } = await makeAccount(app.database);
  const other = await makeAccount(app.database);

  const { output } = await cli(['key', 'list', '--account', account.id]);

  expect(output).toContain(keyId);
  expect(output).not.toContain(other.keyId);
  expect(output).not.toContain(secret);
});

test('person invite prints a link that works once, and the other commands manage the person', async () => {
  const { account } = await makeAccount(app.database);
  const email = `cli-${account.id}@example.com`;
  const invited = await cli(`person invite --account ${account.id} --email ${email} --role owner`.split(' '));
  const visitor = new Visitor(app.url);
  const join = (password: string) =>
    visitor.post(new URL(invited.output.trim()).pathname, { name: 'Ada', password }, fromOwnPage);

  expect((await join('correct horse battery')).status).toBe(303);
  expect((await cli(['person', 'list', '--account', account.id])).output).toMatch(new RegExp(`${email}.*OWNER`));
  const reset = await cli(['person', 'reset-password', email]);
  const path = new URL(reset.output.trim()).pathname;
  expect((await visitor.post(path, { password: 'another long password' }, fromOwnPage)).status).toBe(303);
  expect((await cli(['person', 'sign-out', email])).output).toBe('Ended sign-ins: 1\n');
  expect((await visitor.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole');
  expect(await cli(['person', 'remove', email, '--account', account.id])).toMatchObject({
    code: 1,
    errors: 'The account would have no owner. Make someone else an owner first.\n',
  });
});

test.each([
  ['person invite --account acc_0000000000000000 --email ada@example.com', 'Account not found.'],
  ['person invite --account acc_0000000000000000 --email nobody', '--email is not an email address'],
  ['person reset-password nobody@example.com', 'Person not found.'],
])('%s is refused in one line', async (words, line) => {
  expect(await cli(words.split(' '))).toMatchObject({ code: 1, output: '', errors: `${line}\n` });
});

test('account remove removes a closed account in the background', async () => {
  // The first account of the installation cannot be closed.
  await makeAccount(app.database);
  const { account } = await makeAccount(app.database);
  const remove = (name: string) => cli(['account', 'remove', account.id, '--name', name]);
  expect(await remove('Test')).toMatchObject({ code: 1, output: '', errors: 'The account is not closed.\n' });
  const closed = await cli(['account', 'close', account.id, '--name', 'Test']);
  expect(closed.output).toMatch(
    /^Account acc_\w{16} is closed\. It will be removed after \d{4}-\d\d-\d\d \S+ UTC\.\n$/,
  );
  const other = await remove('Tset');
  expect(other).toMatchObject({ code: 1, output: '', errors: '--name is not the name of the account\n' });

  // What was under way when the account was closed has ended by then.
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET closed_at = ? WHERE id = ?', [daysAgo(1), account.id]),
  );
  expect(await remove('Test')).toMatchObject({ code: 0, output: `Account ${account.id} is being removed.\n` });

  const left = () => app.database.rows('SELECT 1 FROM accounts a WHERE a.id = ?', [account.id]);
  await expect.poll(left).toEqual([]);
  const again = await cli(['account', 'reopen', account.id]);
  expect(again).toMatchObject({ code: 1, output: '', errors: 'Account not found.\n' });
});

function cli(words: string[], url = app.databaseUrl) {
  return runCommand(words, { DATABASE_URL: url });
}

/** A client with the key that a command printed. */
function clientOf(output: string): Client {
  const [, id, secret] = /^Key +(\S+)\nSecret +(\S+)$/m.exec(output) ?? [];
  return new Client(app.url, { account: undefined as never, keyId: id ?? '', secret: secret ?? '' });
}
