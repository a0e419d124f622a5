import { utimesSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { Checkout, outcomeOf } from './checkout.ts';

const one = { 'node_modules/one': { version: '1.0.0' } };
let checkout: Checkout;

beforeEach(() => {
  checkout = new Checkout();
  checkout.write('src/hello.ts', 'console.log("hello", process.argv[2] as string);');
  checkout.write('scripts/hello.ts', 'console.log("hello");');
});

test('a fresh checkout is installed before the script runs', async () => {
  const outcome = await checkout.run('src/hello.ts', { args: ['world'] });

  expect(checkout.npmCalls).toEqual(['ci', 'rebuild']);
  expect(outcome.errors).toMatch(/^Installing packages .*\nInstalled packages in \d+ s\.\n$/);
  expect(outcome.output).toBe('hello world\n');
});

test('nothing is printed if there is nothing to install, even if files have newer times', async () => {
  checkout.installed(one);
  utimesSync(checkout.path('package-lock.json'), new Date(), new Date('2100-01-01'));

  const outcome = await checkout.run('src/hello.ts', { args: ['world'] });

  expect(checkout.npmCalls).toEqual([]);
  expect(outcome).toEqual({ code: 0, signal: null, output: 'hello world\n', errors: '' });
});

test.each([
  ['a version changed', { 'node_modules/one': { version: '1.0.1' } }],
  ['a package was added', { ...one, 'node_modules/two': { version: '2.0.0' } }],
])('packages are installed again after %s', async (_change, packages) => {
  checkout.installed(one);
  checkout.lock(packages);

  await checkout.run('src/hello.ts');

  expect(checkout.npmCalls).toEqual(['ci', 'rebuild']);
});

test('packages for other platforms may be missing', async () => {
  checkout.installed(one);
  checkout.lock({ ...one, 'node_modules/one-for-windows': { version: '1.0.0', optional: true } });

  await checkout.run('scripts/hello.ts');

  expect(checkout.npmCalls).toEqual([]);
});

describe('without development packages', () => {
  beforeEach(() => {
    checkout.installed(one);
    checkout.lock({ ...one, 'node_modules/linter': { version: '1.0.0', dev: true } });
  });

  test('the product runs', async () => {
    await checkout.run('src/hello.ts');
    expect(checkout.npmCalls).toEqual([]);
  });

  test('a development script installs them', async () => {
    await checkout.run('scripts/hello.ts');
    expect(checkout.npmCalls).toEqual(['ci', 'rebuild']);
  });
});

test("a failed installation ends the script and shows npm's output", async () => {
  const outcome = await checkout.run('src/hello.ts', { env: { NPM_FAILS: 'yes' } });

  expect(outcome.code).toBe(1);
  expect(outcome.errors).toContain('npm error because of a reason');
  expect(outcome.output).toBe('');
});

test('one of several simultaneous scripts installs, and the others wait', async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => checkout.run('src/hello.ts', { args: ['all'] })));

  expect(checkout.npmCalls).toEqual(['ci', 'rebuild']);
  expect(outcomes.map(({ output }) => output)).toEqual(['hello all\n', 'hello all\n', 'hello all\n']);
});

test('one script takes over the lock of a dead process', async () => {
  const dead = checkout.start('src/hello.ts', { env: { NPM_FAILS: 'yes' } });
  await outcomeOf(dead);
  checkout.write('npm-calls', '');
  checkout.write('.cache/install.lock', String(dead.pid));

  await Promise.all([1, 2, 3].map(() => checkout.run('src/hello.ts')));

  expect(checkout.npmCalls).toEqual(['ci', 'rebuild']);
});
