import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../scripts/browser/find.ts';
import { Checkout } from './checkout.ts';

describe('the browser of tests', () => {
  function directoryWith(...programs: string[]) {
    const directory = mkdtempSync(join(tmpdir(), 'browsers-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const program of programs) writeFileSync(join(directory, program), '', { mode: 0o755 });
    return directory;
  }

  const fetched = { executablePath: '/cache/chromium' };
  const unreachable = () => Promise.reject(new Error('the registry does not answer'));

  test('is an installed one, anywhere in PATH, and nothing is downloaded', async () => {
    const directories = [directoryWith('node'), directoryWith('google-chrome')];
    const executablePath = join(directories[1] as string, 'google-chrome');
    expect(await findBrowser(directories, unreachable)).toEqual({ executablePath });
  });

  test('is downloaded if no installed browser runs', async () => {
    const directory = directoryWith('chromium');
    chmodSync(join(directory, 'chromium'), 0o644);
    expect(await findBrowser([directory], async () => fetched)).toEqual(fetched);
  });

  test('is reported as missing, with the places searched and the reason of the failed download', async () => {
    await expect(findBrowser([directoryWith()], unreachable)).rejects.toThrow(
      'No browser is installed (PATH has no chromium, chromium-browser, google-chrome, google-chrome-stable), ' +
        'and none could be fetched: the registry does not answer',
    );
  });
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('downloading', () => {
  const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));
  let checkout: Checkout;

  beforeEach(() => {
    checkout = new Checkout();
    checkout.installed({ 'node_modules/one': { version: '1.0.0' } });
    cpSync(join(scripts, 'browser'), checkout.path('scripts/browser'), { recursive: true });
    cpSync(join(scripts, 'databases/cache.ts'), checkout.path('scripts/databases/cache.ts'));
    checkout.write(
      'scripts/fetch.ts',
      `import { fetchedBrowser } from './browser/fetched-browser.ts';
      console.log((await fetchedBrowser()).executablePath);`,
    );
  });

  /** Replaces npm by a script that installs this program as Chromium. It fails once if the file npm-fails exists. */
  function npmBrings(program: string) {
    checkout.write(
      'brought/tar-fs/index.js',
      "exports.extract = () => require('node:fs').createWriteStream('/dev/null');",
    );
    for (const [name, content] of Object.entries({ chromium: program, 'al2023.tar': '', 'fonts.tar': '' })) {
      const file = `brought/@sparticuz/chromium/bin/${name}.br`;
      checkout.write(file, '');
      writeFileSync(checkout.path(file), brotliCompressSync(content));
    }
    checkout.write(
      'bin/npm',
      `#!/bin/sh
      echo "$1" >> '${checkout.path('npm-calls')}'
      rm '${checkout.path('npm-fails')}' 2>/dev/null && { echo 'npm error because of a reason' >&2; exit 1; }
      sleep 0.1
      cp -r '${checkout.path('brought')}' node_modules`,
    );
  }

  function cached() {
    return readdirSync(checkout.path('.cache'));
  }

  test('happens once for several simultaneous callers, and leaves only the browser in the cache', async () => {
    npmBrings('#!/bin/sh');

    const fetch = () => checkout.run('scripts/fetch.ts');
    const outcomes = [...(await Promise.all([fetch(), fetch(), fetch()])), await fetch()];

    expect(checkout.npmCalls).toEqual(['ci']);
    const [directory] = cached();
    expect(cached()).toEqual([expect.stringMatching(/^chromium-\d/)]);
    for (const { output } of outcomes) expect(output).toBe(`${checkout.path(`.cache/${directory}/chromium`)}\n`);
    const printed = outcomes.map(({ errors }) => errors).join('');
    expect(printed.match(/^Fetching Chromium \(npm package, into \.cache\/chromium-.*\) …$/gm)).toHaveLength(1);
  });

  test("fails with npm's message, and is retried by the next test file in the same process", async () => {
    npmBrings('#!/bin/sh');
    checkout.write('npm-fails', '');
    checkout.write(
      'scripts/fetch-again.ts',
      `import { fetchedBrowser } from './browser/fetched-browser.ts';
      await fetchedBrowser().catch(console.error);
      await import('./fetch.ts');`,
    );

    const { output, errors } = await checkout.run('scripts/fetch-again.ts');

    expect(errors).toContain('npm error because of a reason');
    expect(checkout.npmCalls).toEqual(['ci', 'ci']);
    expect(output).toMatch(/chromium\n$/);
  });

  test('keeps no browser that does not run here', async () => {
    npmBrings('#!/bin/sh\necho "a library is missing" >&2\nexit 127');

    const { code, errors } = await checkout.run('scripts/fetch.ts');

    expect(code).toBe(1);
    expect(errors).toContain('a library is missing');
    expect(cached()).toEqual([]);
  });
});
