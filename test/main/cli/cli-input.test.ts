import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { runCommand } from '../../support/command.ts';

const app = useApp();

test.each([
  [['account', 'create', '--name', ''], /^--name /],
  [['account', 'create', '--name', 'x'.repeat(101)], /^--name /],
  [
    ['account', 'create', '--name', 'Bakery', '--timezone', 'Mars/Olympus'],
    /^--timezone is not an IANA time zone, such as Europe\/Berlin$/,
  ],
  [['account', 'create', '--name', 'Bakery', '--domain', 'not a domain'], /^--domain is not a domain$/],
  [['key', 'create', '--account', 'acc_0000000000000000', '--name', 'till'], /^Account not found\.$/],
  [['key', 'create', '--account', 'acc_0000000000000000', '--name', 'till', '--scopes', 'everything'], /^--scopes/],
  [['key', 'create', '--account', 'acc_0000000000000000', '--name', 'till', '--expires', 'soon'], /^--expires /],
  [['key', 'create', '--account', 'acc_0000000000000000', '--name', 'till', '--expires', '2001-01-01'], /^--expires /],
  [['key', 'list', '--account', "'; DROP TABLE x; --"], /^Account not found\.$/],
  [['person', 'list', '--account', 'acc_0000000000000000'], /^Account not found\.$/],
  [['export', 'sessions', '--account', 'acc_0000000000000000'], /^Account not found\.$/],
  [['import', 'codes', 'codes.txt', '--account', 'acc_0000000000000000'], /^Account not found\.$/],
  [['key', 'revoke', 'nonsense'], /^API key not found\.$/],
])('invalid input is reported in one line: %j', async (words, line) => {
  const { code, output, errors } = await cli(words);

  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors.trim()).toMatch(line);
  expect(errors.trim().split('\n')).toHaveLength(1);
});

test.each([
  [[]],
  [['account']],
  [['account', 'create']],
  [['key', 'revoke']],
  [['nonsense']],
  [['key', 'list', '--nonsense']],
])('usage is shown: %j', async (words) => {
  const { code, errors } = await cli(words);

  expect(code).toBe(1);
  expect(errors).toContain('Usage: npm run cli --');
  expect(errors).not.toContain('    at ');
});

function cli(words: string[]) {
  return runCommand(words, { DATABASE_URL: app.databaseUrl });
}
