import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { Checkout, outcomeOf } from './checkout.ts';

let checkout: Checkout;

beforeEach(() => {
  checkout = new Checkout();
  checkout.installed({ 'node_modules/one': { version: '1.0.0' } });
});

// On an old Node the script runs in a child process, otherwise in the same one. The behaviour must be the same.
describe.each([
  ['on an old Node', true],
  ['on the pinned Node', false],
])('%s', (_name, old) => {
  test('the script receives the same arguments as a script that is started directly', async () => {
    checkout.write('src/show.ts', 'console.log(process.argv[1], process.argv.slice(2).join(" "));');
    const { output } = await checkout.run('src/show.ts', { args: ['a', '--b=c'], old });
    expect(output).toBe(`${checkout.path('src/show.ts')} a --b=c\n`);
  });

  test('its exit code is passed on', async () => {
    checkout.write('src/fail.ts', 'process.exitCode = 7;');
    expect(await checkout.run('src/fail.ts', { old })).toMatchObject({ code: 7, signal: null });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s reaches the script, which decides how it exits',
    async (signal) => {
      checkout.write(
        'src/serve.ts',
        `process.on('${signal}', () => process.exit(3)); console.log('ready'); setInterval(() => {}, 1000);`,
      );
      const child = checkout.start('src/serve.ts', { old });
      await once(child.stdout, 'data');

      child.kill(signal);

      expect(await outcomeOf(child)).toMatchObject({ code: 3, signal: null });
    },
  );

  test('the signal that ends the script is passed on', async () => {
    checkout.write('src/die.ts', `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
    expect(await checkout.run('src/die.ts', { old })).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  describe('compiled code', () => {
    const env = { NODE_COMPILE_CACHE: undefined };

    beforeEach(() => checkout.write('src/show.ts', 'const text: string = "shown"; console.log(text);'));

    test('is kept for the next start', async () => {
      const ending = await checkout.run('src/show.ts', { env, old });

      expect(ending).toMatchObject({ code: 0, output: 'shown\n', errors: '' });
      expect(readdirSync(checkout.path('.cache/compiled'))).not.toEqual([]);
    });

    test('is kept in the directory that the environment names', async () => {
      await checkout.run('src/show.ts', { env: { NODE_COMPILE_CACHE: checkout.path('elsewhere') }, old });

      expect(readdirSync(checkout.path('elsewhere'))).not.toEqual([]);
      expect(existsSync(checkout.path('.cache/compiled'))).toBe(false);
    });

    test('is not kept where the directory cannot be written, and the script runs', async () => {
      checkout.write('.cache', 'a file in the place of the directory');

      const ending = await checkout.run('src/show.ts', { env, old });

      expect(ending).toMatchObject({ code: 0, output: 'shown\n', errors: '' });
    });
  });
});

test('usage is shown without a script', async () => {
  expect(await checkout.run('')).toMatchObject({ code: 1, errors: expect.stringContaining('usage:') });
});
